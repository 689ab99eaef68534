import { GUIDES, readGuide } from './read-guide.ts';

/** What programs that write code read first, as llmstxt.org has it: a heading, a summary, and lists of links to plain text. */
export function llmsTxt(): string {
  const guides = GUIDES.map((file) => {
    const { title, summary } = readGuide(file);
    return `- [${title}](/docs/${file}): ${summary}`;
  });
  return `# Stablegate

> A USDT payment gateway. A shop creates an invoice, its customer pays straight into the shop's own address, and a signed callback says so.

The merchant API is below \`/api/v1\` of this site and takes the API key of a store in the header \`X-API-KEY\`. Amounts are decimal strings in
USDT. \`request_id\` is the shop's order number and makes creating an invoice idempotent. Customers send \`payable\`, never \`amount\`. Trust a
callback only after checking its signature, and never the customer's return to \`success_url\`.

## Guides

${guides.join('\n')}

## Reference

- [Merchant API](/api/v1/openapi-merchant.json): OpenAPI 3.1, the calls that a shop's server makes with its key, and the callbacks
- [All calls](/api/v1/openapi.json): OpenAPI 3.1, including those of the screens
- [Error codes](/docs/errors.md): every code with its status, cause and cure

## Optional

- [Postman collection](/api/v1/collection.postman.json): the merchant API, to try out
- [Bruno collection](/api/v1/collection.bruno.json): the same for Bruno
`;
}
