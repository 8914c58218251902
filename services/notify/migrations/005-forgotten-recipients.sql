-- Mails that are done with and still name their recipient.
create index deliveries_named on deliveries (created_at) where state in ('sent', 'failed') and recipient like '%@%';
