import { TabPanel, Tabs } from '@stablegate/ui';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { CodeBlock } from './code-block';
import { codeLanguages } from './highlight';
import { sampleLanguages } from './sample-languages';
import { type SampleKind, samplesOf } from './samples';

/** The chosen language is in the URL and applies to every sample of the page. */
function useSampleLanguage() {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('sample');
  const { value } = sampleLanguages.find((each) => each.value === asked) ?? sampleLanguages[0];
  const choose = (chosen: string) =>
    setSearch(
      (current) => {
        const next = new URLSearchParams(current);
        next.set('sample', chosen);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return [value, choose] as const;
}

/** From right to left, C# would read #C. */
const tabs = sampleLanguages.map(({ value, label }) => ({ value, label: <bdi>{label}</bdi> }));

export function SampleTabs({ kind, title }: { kind: SampleKind; title: string }) {
  const [language, choose] = useSampleLanguage();
  const samples = useMemo(() => samplesOf(kind, window.location.origin), [kind]);
  return (
    <div className="samples">
      <Tabs label={title} value={language} onChange={choose} items={tabs}>
        {sampleLanguages.map(({ value, label }) => (
          <TabPanel key={value} value={value}>
            <CodeBlock title={title} name={`${title}, ${label}`} code={samples.get(value) ?? ''} language={codeLanguages[value]} />
          </TabPanel>
        ))}
      </Tabs>
    </div>
  );
}
