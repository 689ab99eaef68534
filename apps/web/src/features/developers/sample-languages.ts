/** The specification's names and order; the labels are names, the same in every language. */
export const sampleLanguages = [
  { value: 'curl', label: 'cURL' },
  { value: 'nodejs', label: 'Node.js' },
  { value: 'python', label: 'Python' },
  { value: 'php', label: 'PHP' },
  { value: 'java', label: 'Java' },
  { value: 'csharp', label: 'C#' },
] as const;

export type SampleLanguage = (typeof sampleLanguages)[number]['value'];
