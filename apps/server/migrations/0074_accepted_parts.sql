set local lock_timeout = '5s';

-- What had come when the owner accepted an invoice as paid: from then on that much is enough, whatever comes and goes on top of it.
alter table invoices add column accepted bigint;
-- Accepted before this release: as much as the completing event says, otherwise as much as there is.
update invoices i
   set accepted = coalesce(
         (select (e.payload ->> 'paid')::bigint from events e
           where e.subject = i.id and e.topic = 'invoice.completed' and (e.payload ->> 'paid')::bigint < i.payable order by e.version limit 1),
         nullif(i.paid, 0))
 where i.status in ('PROCESSING', 'SUCCESS') and 'paidPartial' = any(i.flags) and i.paid < i.payable;
alter table invoices add constraint invoices_accepted_is_a_part check (accepted > 0 and accepted < payable);
