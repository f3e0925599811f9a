import type { PairLines } from './pair-lines';

/** What German users write to an assistant or a friend. */
export const GERMAN_CHAT: PairLines = {
  tools: `
update explicit | Ich schreibe meine Einkaufslisten auf Papier. | Meine Einkaufslisten mache ich nicht mehr auf Papier, die sind jetzt in Bring.
update implicit | Ich fahre einen alten Golf. | Mein Auto ist ein Skoda Enyaq, endlich elektrisch.
contradiction never | Ich habe letztes Jahr viel mit Photoshop gearbeitet. | Ich habe noch nie mit Photoshop gearbeitet, wo fange ich an?
update explicit | User: Ich lerne Spanisch mit Duolingo. Bringt das was? | User: Duolingo habe ich gelöscht, ich nehme jetzt Unterricht bei einer Lehrerin. Wie bereite ich mich vor?
none both-hold | Zum Kochen höre ich Podcasts. | Beim Laufen höre ich Hörbücher.
none other-subject | Meine Frau liest auf dem Tolino. | Mein Sohn liest auf dem Kindle.
none question | Ich nutze Signal. | Ist Threema besser als Signal?
none same-topic | Ich backe mit meinem Sauerteig jeden Samstag Brot. | Mein Sauerteig riecht komisch, ist er schlecht?
`,
  projects: `
update explicit | Wir bauen gerade ein Gartenhaus aus Holz. | Das Gartenhaus haben wir abgesagt, stattdessen kommt ein Gewächshaus hin.
update implicit | Meine Bachelorarbeit handelt von Bienen. | In meiner Bachelorarbeit geht es um Hummeln in der Stadt.
contradiction never | User: Ich habe schon drei Hochzeiten fotografiert. Was soll ich verlangen? | User: Ich habe noch nie eine Hochzeit fotografiert. Worauf muss ich achten?
none other-attribute | Mein Blog ist über Wandern. | Mein Blog hat 300 Leser.
none list | Ich habe das Bad gestrichen. | Ich habe den Flur gestrichen.
none hypothetical | Unser Verein hat 80 Mitglieder. | Wenn der Verein 200 Mitglieder hätte, bräuchten wir eine größere Halle.
`,
  people: `
update explicit | Ich bin seit drei Jahren mit Jonas zusammen. | Jonas und ich haben uns getrennt.
update implicit | Ich arbeite als Köchin im Krankenhaus. | Als Lehrerin an der Berufsschule habe ich endlich freie Wochenenden.
update partial | Meine Tochter Lea geht in die Kita und liebt Pferde. | Lea ist jetzt in der ersten Klasse.
contradiction implicit | Ich bin Einzelkind. | Meine große Schwester kommt zu Besuch.
none other-subject | Mein Opa war Schreiner. | Mein Onkel war Bäcker.
none other-attribute | Meine Chefin heißt Frau Wolter. | Frau Wolter hat einen Hund bekommen.
none both-hold | Ich bin Trainerin beim Turnverein. | Ich singe im Kirchenchor.
`,
  places: `
update explicit | Wir wohnen in einer Wohnung in Fürth. | Seit Mai wohnen wir in Erlangen im eigenen Haus.
update implicit | Mein Fitnessstudio ist am Bahnhof. | Ich trainiere im Studio in der Südstadt, da ist mehr Platz.
contradiction never | In Schweden war ich schon dreimal. | Ich war noch nie in Skandinavien.
none other-subject | Meine Eltern leben in Trier. | Meine Schwiegereltern leben in Jena.
none event | Am Samstag waren wir im Zoo. | Am Sonntag waren wir im Museum.
none question | Ich wohne in Erlangen. | Wie ist die Luft in Erlangen?
none both-hold | Im Urlaub wandern wir gern im Allgäu. | An der Nordsee sind wir auch gern.
`,
  numbers: `
update explicit | Ich zahle 35 Euro für den Handyvertrag. | Mein Handyvertrag wurde billiger, ich zahle nur noch 20 Euro.
update implicit | User: Mein Budget für die Küche liegt bei 8.000 Euro. Reicht das? | User: Mit 11.000 Euro Budget für die Küche, welche Geräte wären drin?
update explicit | Ich laufe 5 Kilometer in der Woche. | Inzwischen laufe ich 20 Kilometer in der Woche.
contradiction implicit | Zu meinem Geburtstag kamen 30 Leute. | Auf meiner Geburtstagsfeier waren nur zwölf Gäste.
none other-attribute | Mein Sofa ist 2,40 Meter lang. | Mein Sofa hat 900 Euro gekostet.
none scope | Im Januar habe ich 200 Euro gespart. | Im Februar habe ich 350 Euro gespart.
none other-subject | Meine Tochter ist 8. | Mein Neffe ist 11.
`,
  plans: `
update explicit | Wir heiraten am 6. Juni. | Die Hochzeit mussten wir auf den 12. September verschieben.
update implicit | Im Sommer fahren wir nach Kroatien. | Diesen Sommer bleiben wir auf Balkonien.
update explicit | Ich will den Motorradführerschein machen. | Den Motorradführerschein habe ich mir aus dem Kopf geschlagen.
none list | Ich muss noch den Rasen mähen. | Ich muss noch das Auto waschen.
none not-stated | Wir fliegen im Oktober nach Malta. | Vielleicht wäre Zypern wärmer, was meinst du?
none other-subject | Der Elternabend ist am Dienstag. | Das Schulfest ist am Freitag.
`,
  habits: `
update explicit | Ich trinke jeden Abend ein Bier. | Ich habe mit dem Alkohol aufgehört.
update implicit | Ich stehe um fünf auf. | Morgens schlafe ich bis acht.
update explicit | Ich esse kein Fleisch. | Seit der Schwangerschaft esse ich wieder Fleisch.
duplicate paraphrase | Abends lese ich immer ein Buch. | Ich lese jeden Abend in einem Buch.
none both-hold | Montags gehe ich zum Yoga. | Donnerstags gehe ich schwimmen.
none other-subject | Mein Mann raucht. | Mein Bruder joggt.
none event | Gestern bin ich zehn Kilometer gelaufen. | Heute bin ich vier Kilometer gelaufen.
`,
  versions: `
update explicit | Mein Rechner hat Windows 10. | Ich habe auf Windows 11 umgestellt.
update implicit | Der Friseurtermin ist am 3. um 14 Uhr. | Mein Friseurtermin ist am 5. um 9 Uhr.
contradiction implicit | Ich bin Jahrgang 1985. | Geboren bin ich 1987.
none other-subject | Mein Router hat Firmware 7.5. | Mein Drucker hat Firmware 3.1.
none history | Ich benutze Ubuntu 24.04. | Mit Ubuntu 14.04 habe ich damals angefangen.
none question | Ich habe Android 14. | Was ist neu in Android 15?
`,
};
