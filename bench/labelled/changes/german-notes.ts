import type { PairLines } from './pair-lines';

/** German notes of teams and agents. */
export const GERMAN_NOTES: PairLines = {
  tools: `
update explicit | Die Tickets werden in Jira verwaltet. | Jira wurde durch OpenProject ersetzt.
update implicit | Als Datenbank dient MySQL. | Die Datenbank ist PostgreSQL.
update explicit | Der Nutzer schreibt Code in Eclipse. | Der Nutzer ist auf IntelliJ umgestiegen.
contradiction never | Der Nutzer hat Ansible in mehreren Projekten eingesetzt. | Der Nutzer hat Ansible nie verwendet.
none scope | In der Entwicklung läuft SQLite. | In der Produktion läuft PostgreSQL.
none other-attribute | Die Datenbank ist PostgreSQL. | Die Datenbank wird nachts gesichert.
none other-subject | Das Lager scannt mit Zebra-Geräten. | Der Verkauf kassiert mit SumUp.
`,
  projects: `
update explicit | Das Portal wird von einer Agentur betreut. | Die Betreuung des Portals übernimmt ab sofort das eigene Team.
update implicit | Die Anmeldung ist nur mit Firmenkonto möglich. | Gäste können sich auch mit ihrer E-Mail-Adresse anmelden, ein Firmenkonto ist nicht nötig.
duplicate paraphrase | Das Projekt wird vom Bund gefördert. | Der Bund fördert das Projekt.
none other-attribute | Das Portal hat 4.000 Nutzer. | Das Portal hat ein neues Logo.
none list | Beschlossen: Die Suche wird überarbeitet. | Beschlossen: Die Startseite wird gekürzt.
none history | Der Shop ist in PHP geschrieben. | Die erste Fassung des Shops entstand 2009 in einer Garage.
none not-stated | Wir liefern nur nach Deutschland. | Es wurde gefragt, ob wir künftig nach Österreich liefern sollten.
`,
  people: `
update explicit | Ansprechpartnerin für den Einkauf ist Frau Reuter. | Frau Reuter ist im Ruhestand, für den Einkauf ist nun Herr Demir zuständig.
update implicit | Abteilungsleiter der IT: Herr Krämer | Die IT-Abteilung leitet Frau Sommer.
contradiction implicit | Der Nutzer ist ledig. | Die Ehefrau des Nutzers ist Ärztin.
none other-subject | Herr Demir leitet den Einkauf. | Frau Sommer leitet die IT.
none other-attribute | Frau Sommer leitet die IT. | Frau Sommer arbeitet mittwochs von zu Hause.
none both-hold | Der Nutzer ist Vater von Zwillingen. | Der Nutzer ist Schöffe am Amtsgericht.
`,
  places: `
update explicit | Das Büro ist in der Goethestraße. | Das Büro ist in die Hafenstraße umgezogen.
update implicit | Die Server stehen im Keller. | Die Server stehen in einem Rechenzentrum in Frankfurt.
update implicit | Der Nutzer lebt in Rostock. | Der Wohnort des Nutzers ist Schwerin.
none other-subject | Die Filiale in Ulm hat einen Parkplatz. | Die Filiale in Aalen hat eine Tiefgarage.
none scope | Die Schulung für Neue ist im Raum Elbe. | Die Schulung für Führungskräfte ist im Raum Saale.
none same-topic | Das Büro in der Hafenstraße ist hell. | Im Büro in der Hafenstraße gibt es eine Dachterrasse.
`,
  numbers: `
update explicit | Die Lieferzeit beträgt fünf Tage. | Die Lieferzeit wurde auf zwei Tage verkürzt.
update implicit | Höchstens 10 Anfragen pro Sekunde sind erlaubt. | Erlaubt sind bis zu 25 Anfragen pro Sekunde.
update implicit | Das Team besteht aus sechs Personen. | Im Team sind neun Personen.
contradiction implicit | Der Ausfall vom 4. Mai dauerte 15 Minuten. | Am 4. Mai war das System zwei Stunden nicht erreichbar.
duplicate paraphrase | Die Probezeit ist sechs Monate lang. | Die Dauer der Probezeit ist sechs Monate.
none other-subject | Tarif S kostet 5 Euro. | Tarif L kostet 15 Euro.
none other-attribute | Der Server hat 64 GB Speicher. | Der Server hat 16 Kerne.
none event | Im Mai wurden 310 Pakete verschickt. | Im Juni wurden 280 Pakete verschickt.
`,
  plans: `
update explicit | Der Start ist für den 1. März geplant. | Der Start wurde auf den 1. April verlegt.
update implicit | Die Messe besuchen wir mit vier Leuten. | Zur Messe fahren wir zu zweit.
update explicit | Die Filiale in Gera soll ausgebaut werden. | Der Ausbau der Filiale in Gera wurde gestrichen.
none other-subject | Die Inventur ist im Januar. | Die Betriebsfeier ist im Juli.
none list | Aufgabe: Rechnungen prüfen | Aufgabe: Verträge prüfen
none not-stated | Wir stellen im Herbst zwei Leute ein. | Eventuell reicht eine Stelle, das ist noch offen.
`,
  habits: `
update explicit | Das Team trifft sich montags. | Die Besprechung des Teams findet jetzt dienstags statt.
update implicit | Der Nutzer möchte ausführliche Antworten. | Der Nutzer will kurze Antworten.
update explicit | Rechnungen werden per Post verschickt. | Rechnungen gehen nur noch per E-Mail raus.
none both-hold | Der Nutzer spielt Handball. | Der Nutzer spielt Schach.
none other-subject | Die Frühschicht beginnt um 6 Uhr. | Die Spätschicht beginnt um 14 Uhr.
none event | Am Montag fiel die Besprechung aus. | Am Donnerstag fiel die Schulung aus.
`,
  versions: `
update explicit | Die Anwendung läuft mit Java 17. | Die Anwendung wurde auf Java 21 gehoben.
update implicit | Auf den Rechnern ist Office 2019 installiert. | Alle Rechner haben Office 2024.
contradiction implicit | Die Firma wurde 1974 gegründet. | Gegründet wurde die Firma 1978.
none other-subject | Der Webserver ist nginx 1.24. | Der Proxy ist HAProxy 2.8.
none scope | Werktags ist bis 18 Uhr geöffnet. | Samstags ist bis 13 Uhr geöffnet.
none other-attribute | Das Dach wurde 2015 gedeckt. | Das Dach hat 120 Quadratmeter.
`,
};
