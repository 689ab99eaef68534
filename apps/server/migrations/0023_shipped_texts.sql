-- Which texts were installed last: a start with the same ones has nothing to write.
create table shipped_texts (
  id boolean primary key default true constraint shipped_texts_is_one_row check (id),
  digest text not null,
  installed_at timestamptz not null default now()
);
