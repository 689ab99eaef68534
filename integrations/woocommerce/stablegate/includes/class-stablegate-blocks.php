<?php
defined('ABSPATH') || exit;

/** The payment method in the block checkout: its data for assets/checkout-block.js. */
final class Stablegate_Blocks extends \Automattic\WooCommerce\Blocks\Payments\Integrations\AbstractPaymentMethodType
{
    protected $name = 'stablegate';

    public function initialize()
    {
        $this->settings = get_option('woocommerce_stablegate_settings', []);
    }

    public function is_active()
    {
        $gateways = WC()->payment_gateways()->payment_gateways();
        return isset($gateways[$this->name]) && $gateways[$this->name]->is_available();
    }

    public function get_payment_method_script_handles()
    {
        $needs = ['wc-blocks-registry', 'wc-settings', 'wp-element', 'wp-html-entities'];
        $script = plugins_url('assets/checkout-block.js', dirname(__DIR__) . '/stablegate.php');
        wp_register_script('stablegate-block', $script, $needs, STABLEGATE_VERSION, true);
        return ['stablegate-block'];
    }

    public function get_payment_method_data()
    {
        return ['title' => $this->get_setting('title'), 'description' => $this->get_setting('description'), 'supports' => ['products']];
    }
}
