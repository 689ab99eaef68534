/** The server writes the texts of the payer's language into the page; without them the key, an English sentence, is the text. */
let texts: Readonly<Record<string, string>> | undefined;

function readTexts(): Readonly<Record<string, string>> {
  const source = document.getElementById('pay-texts')?.textContent;
  try {
    return source ? JSON.parse(source) : {};
  } catch {
    return {};
  }
}

export function t(key: string): string {
  texts ??= readTexts();
  return texts[key] || key;
}
