import { ListPager, type PagerLook } from './list-pager';
import { useListTexts } from './list-texts';
import { PlainList, type PlainListProps } from './plain-list';

export type ListViewProps<Row> = Omit<PlainListProps<Row>, 'footer'> & { pager?: PagerLook | false };

/** A list with its pages. They bring selects, which the dashboard's list does without. */
export function ListView<Row>({ pager, ...rest }: ListViewProps<Row>) {
  const usual = useListTexts();
  const { list, texts = usual } = rest;
  return <PlainList {...rest} footer={pager && list.pageCount > 0 && <ListPager list={list} look={pager} texts={texts} />} />;
}
