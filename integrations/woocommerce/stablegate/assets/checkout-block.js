(() => {
  const { registerPaymentMethod } = window.wc.wcBlocksRegistry;
  const { decodeEntities } = window.wp.htmlEntities;
  const { createElement } = window.wp.element;
  const settings = window.wc.wcSettings.getSetting('stablegate_data', {});
  const title = decodeEntities(settings.title || 'USDT');
  const content = createElement('div', null, decodeEntities(settings.description || ''));
  registerPaymentMethod({
    name: 'stablegate',
    label: createElement('span', null, title),
    ariaLabel: title,
    content,
    edit: content,
    canMakePayment: () => true,
    supports: { features: settings.supports || ['products'] },
  });
})();
