import type { PairLines } from './pair-lines';

/** Lines from runbooks, deploy logs and incident channels. */
export const OPS_LOG: PairLines = {
  tools: `
update explicit | Metrics: Graphite on mon01 | 2026-02-03 cutover complete: Graphite decommissioned, Prometheus is the metrics backend
update implicit | Redis 6.2 on cache nodes | cache nodes run Valkey 8
update explicit | Secrets are stored in Ansible Vault | Secrets migrated from Ansible Vault to HashiCorp Vault
duplicate paraphrase | Backups are taken with pgBackRest | pgBackRest handles the database backups
none scope | staging ingress: Traefik 3 | production ingress: nginx 1.27
none other-attribute | Kafka 3.7 on broker nodes | broker nodes moved to ZFS volumes
none list | alert rule added: disk > 85 % | alert rule added: inode usage > 90 %
none other-subject | api-gateway runs Envoy 1.30 | auth-proxy runs Envoy 1.28
none event | 09:14 restarted haproxy on lb01 | 09:31 restarted haproxy on lb02
`,
  projects: `
update explicit | payments service is in maintenance mode, owner team Falcon | Ownership of payments handed over to team Heron
update implicit | Incident severity for checkout errors: SEV3 | checkout errors are classified SEV2
update reversed | search cluster: OpenSearch | history: until Q2 2025 the search cluster was Elasticsearch 7
contradiction implicit | Root cause of INC-2231: expired TLS certificate | INC-2231 was caused by a full disk on db03
none other-subject | ledger deploys on Tuesdays | invoicing deploys on Wednesdays
none both-hold | inventory-sync reads from the orders topic | inventory-sync reads from the returns topic
none not-stated | edge is served by Fastly | proposal in review: replace Fastly with CloudFront
none other-attribute | checkout is written in Kotlin | checkout repo moved to the monorepo
`,
  people: `
update explicit | Primary on-call: jsmith | on-call handover: primary is agarcia, jsmith off rotation
update implicit | DBA contact is Henrik, ext. 4410 | For database questions call Yusuf, the DBA
update partial | agarcia: admin on prod, member of the CAB | agarcia removed from the CAB
duplicate paraphrase | Escalation manager is Dana Whitfield | Escalations go to Dana Whitfield, who manages them
none other-subject | Network contact: Olu | Storage contact: Birgit
none other-attribute | Henrik has root on db01 | Henrik's phone extension changed to 4417
none scope | Week 14 on-call: jsmith | Week 15 on-call: mkowalski
none event | 2026-03-02 agarcia acked disk alert on db03 | 2026-03-09 mkowalski acked disk alert on db03
`,
  places: `
update explicit | Primary datacenter is FRA2 | Failover finished, traffic served from AMS1, FRA2 drained and closed
update implicit | backup target: s3://acme-backups-old | nightly dumps are written to s3://acme-dr-backups
update reversed | Runbooks are in the ops wiki under /runbooks | Runbooks used to sit in a Google Drive folder
duplicate paraphrase | bastion host is bast1.acme.net | use bast1.acme.net as the jump host (bastion)
none other-subject | db03 is in rack B12 | db04 is in rack B14
none scope | EU tenants are hosted in Frankfurt | US tenants are hosted in Ohio
none other-attribute | FRA2 has two uplinks | FRA2 cooling was replaced in May
none both-hold | logs are shipped to Loki | logs are also archived to Glacier
none unrelated | DNS zone acme.net is served by ns1 and ns2 | old UPS removed from FRA2, new one installed
`,
  numbers: `
update explicit | HPA max replicas for checkout: 12 | Bumped checkout HPA max replicas 12 -> 30
update implicit | retention of access logs is 30 days | access logs are kept for 90 days
update implicit | nginx worker_connections 1024 | worker_connections set to 4096 on nginx
contradiction implicit | INC-2204 affected 310 customers | postmortem INC-2204: 1,150 customers affected
none other-attribute | checkout CPU limit 2 cores | checkout memory limit 4 GiB
none scope | error budget spent in Q1: 40 % | error budget spent in Q2: 65 %
none other-subject | kafka-1: 3.2 TB used | kafka-2: 2.7 TB used
none both-hold | port 8443 open on edge for TLS | port 9100 open on edge for node exporter
none event | 2026-04-01 backup finished, 812 GB | 2026-04-02 backup finished, 815 GB
`,
  plans: `
update explicit | Maintenance window for db upgrade: Sat 02:00 UTC | db upgrade rescheduled from Sat 02:00 to Sun 04:00 UTC
update explicit | k8s 1.31 upgrade planned for week 20 | Upgrade to k8s 1.31 cancelled, going straight to 1.32
update implicit | Deploy freeze starts Dec 18 | freeze for deploys begins on December 15
duplicate paraphrase | Switch replacement in FRA2 is scheduled for 9 April | 9 April: planned replacement of the switches in FRA2
none other-subject | cert renewal for api.acme.net: 1 June | cert renewal for www.acme.net: 20 June
none list | action item: add canary stage | action item: rotate the deploy keys
none not-stated | DR test on 14 May | if the vendor is late the DR test may have to move
none scope | patch window group A: Mon 22:00 | patch window group B: Tue 22:00
`,
};
