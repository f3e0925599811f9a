import type { PairLines } from './pair-lines';

/** German notes and chat. */
export const GERMAN_SPEAKER: PairLines = {
  tools: `
update explicit | Wir verwenden Jenkins für die Builds. | Wir sind von Jenkins auf GitLab CI umgestiegen.
update implicit | Mein Handy ist ein iPhone 12. | Ich habe ein Fairphone 5 als Handy.
duplicate paraphrase | Für Notizen benutze ich Joplin. | Meine Notizen mache ich mit Joplin.
none other-attribute | Mein Handy ist ein Fairphone 5. | Ich habe meinen Handyvertrag zu Congstar gewechselt.
none both-hold | Für Präsentationen nehmen wir Keynote. | Für Tabellen nehmen wir Numbers.
none scope | Zu Hause nutze ich Linux. | Im Büro nutze ich Windows.
`,
  projects: `
update explicit | Das Projekt Kranich wird von Frau Seidel geleitet. | Frau Seidel hat die Leitung von Kranich abgegeben, jetzt leitet Herr Yilmaz das Projekt.
update implicit | Die App unterstützt nur Deutsch. | Die App gibt es auf Deutsch, Englisch und Polnisch.
update reversed | Der Shop läuft auf Shopware 6. | Früher lief der Shop auf Magento.
none other-subject | Die Webseite ist in Vue geschrieben. | Das Backend ist in Go geschrieben.
none not-stated | Wir veröffentlichen alle zwei Wochen. | Vielleicht sollten wir öfter veröffentlichen, das besprechen wir noch.
none both-hold | Wir entwickeln eine App für Apotheken. | Wir entwickeln ein Portal für Ärzte.
`,
  people: `
update explicit | Mein Chef heißt Bernd Köhler. | Bernd Köhler ist nicht mehr mein Chef, das macht jetzt Sabine Vogt.
update partial | Ich bin mit Lena verheiratet und arbeite bei Bosch. | Ich arbeite inzwischen bei Siemens.
contradiction never | Ich habe im Studium viel mit MATLAB gearbeitet. | Mit MATLAB habe ich noch nie gearbeitet.
none other-subject | Anna ist Abteilungsleiterin. | Ben ist Abteilungsleiter.
none other-attribute | Mein Hobby ist Klettern. | Ich bin zu Siemens gewechselt.
none other-attribute | Sabine Vogt kommt aus Kiel. | Sabine Vogt hat jetzt ein neues Büro.
`,
  places: `
update explicit | Ich wohne in Leipzig-Connewitz. | Wir sind nach Halle umgezogen.
update implicit | Das Lager der Firma ist in Kassel. | Unser Lager befindet sich in Erfurt.
contradiction implicit | Meine Oma ist in Breslau geboren. | Oma wurde in Stettin geboren.
none other-subject | Meine Eltern wohnen in Bremen. | Mein Bruder wohnt in Oldenburg.
none scope | Im Sommer arbeite ich vom Garten aus. | Im Winter arbeite ich im Büro.
none event | Letztes Jahr waren wir auf Rügen. | Dieses Jahr waren wir im Harz.
`,
  numbers: `
update explicit | Die Miete beträgt 780 Euro. | Die Miete wurde auf 845 Euro erhöht.
update implicit | Der Timeout liegt bei 30 Sekunden. | Der Timeout ist auf 60 Sekunden eingestellt.
duplicate paraphrase | Wir haben zwölf Mitarbeiter. | In unserer Firma arbeiten zwölf Leute.
none other-attribute | Die Wohnung hat 70 Quadratmeter. | Die Wohnung hat drei Zimmer.
none other-subject | Der Server web1 hat 16 GB RAM. | Der Server web2 hat 32 GB RAM.
none event | Im März hatten wir 1200 Besucher auf der Seite. | Im April hatten wir 1500 Besucher auf der Seite.
`,
  plans: `
update explicit | Der Umzug ist für den 3. Mai geplant. | Der Umzug wurde auf den 17. Mai verschoben.
update implicit | Im Urlaub fahren wir nach Dänemark. | Diesen Urlaub verbringen wir zu Hause.
update explicit | Ich will im Herbst eine Weiterbildung machen. | Die Weiterbildung mache ich doch nicht.
none list | Ich muss noch die Steuererklärung abgeben. | Ich muss noch den Impftermin ausmachen.
none other-subject | Der Zahnarzttermin ist am Montag. | Der Friseurtermin ist am Mittwoch.
none unrelated | Im Juni mache ich den Bootsführerschein. | Das Treppenhaus wird nicht mehr montags geputzt.
`,
};
