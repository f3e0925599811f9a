import type { PairLines } from './pair-lines';

/** Plain notes about customers, suppliers, roles, offices and support. */
export const BUSINESS_NOTES: PairLines = {
  tools: `
update implicit | Brenholt Foods sends invoices to us through DATEV. | Brenholt Foods uses SAP Ariba for all its invoices to us.
update implicit | The franking machine in the Leeds office is rented. | We own the franking machine in the Leeds office.
update implicit | Support tickets are handled in Zendesk. | All support tickets are in Freshdesk.
update implicit | Ms. Okonjo's work laptop is a ThinkPad X1. | Ms. Okonjo works on a MacBook Air, the only laptop she has from us.
update implicit | The warehouse in Gdynia has one forklift, a diesel one. | The only forklift in Gdynia is electric.
update implicit | The clinic's booking page runs on Doctolib. | Patients book with the clinic through Jameda, that is the only booking page.
update implicit | The card reader at the Porto shop is broken. | The card reader at the Porto shop works fine.
update explicit | Sales keeps all customer contacts in HubSpot. | Sales has moved the customer contacts from HubSpot to Pipedrive.
update explicit | Drivers at Valmora Logistics log their hours on paper. | Valmora's drivers now log their hours in a phone app instead of on paper.
update explicit | The X-ray machine is out for repair. | The X-ray machine is back from repair and in use again.
update explicit | Travel for the team is booked with Concur. | We switched travel booking to TravelPerk in March.
update ended | The Osaka office rents a big Canon copier. | The rental of the Canon copier in Osaka has ended and it was picked up.
update ended | Recruiting is testing Greenhouse on a trial account. | The Greenhouse trial is over.
none both-hold | Marketing uses Canva for social media pictures. | Marketing uses InDesign for the printed catalogue.
none both-hold | The reception has a label printer. | There is a badge printer at the reception as well.
none both-hold | Pieter signs customer contracts with DocuSign. | Pieter uses Excel for his price lists.
none both-hold | The cold room in Rotterdam has a temperature alarm. | The alarm in the Rotterdam cold room sends a text message to the shift leader.
none other-subject | The Hamburg warehouse scans parcels with Zebra scanners. | The Bremen warehouse scans parcels with Honeywell scanners.
none other-subject | Mr. Adeyemi has a company iPhone. | Ms. Lindqvist has a company Samsung phone.
none other-subject | Tarkio Paints wants its orders by EDI. | Jelinek Glass wants its orders by email.
none other-attribute | The payroll software is made by a firm in Vilnius. | The payroll software has a new login page.
none other-attribute | The delivery van is a Ford Transit. | The delivery van got a new logo on both sides.
none other-attribute | Our phone system comes from Placetel. | The phone system has a new waiting melody since Monday.
none event | The label printer jammed on Tuesday. | A driver dropped a scanner on Thursday.
none event | We use Slack for talks with the agency. | Slack was down for an hour this morning.
none event | The coffee machine in the Madrid office is a Jura. | Someone descaled the coffee machine in the Madrid office on Friday.
duplicate paraphrase | Accounting works with Xero. | Xero is the accounting team's software.
duplicate paraphrase | The dentist's office sends reminders by SMS. | Patients of the dentist's office get their reminders as text messages.
duplicate paraphrase | Fatima does the shift plans in Excel. | The shift plans are made by Fatima in Excel.
duplicate paraphrase | Video calls with Norvik Shipping are held on Teams. | We use Teams for video calls with Norvik Shipping.
`,
  projects: `
update implicit | Helena Brandt leads the Cobalt tender. | The lead of the Cobalt tender is Ravi Menon.
update implicit | The contract with Sundara Textiles is still unsigned. | Both sides have signed the Sundara Textiles contract.
update implicit | Returns at the web shop are free for customers. | Customers pay for returns at the web shop themselves.
update implicit | The new clinic wing is waiting for its building permit. | The building permit for the new clinic wing is here.
update implicit | Discounts over 10 percent need approval from the sales director. | The sales team may give any discount without asking anyone.
update implicit | Our parcel carrier for Poland is InPost, and only InPost. | All our parcels for Poland go with DPD.
update implicit | Support case 4471 from Kestrel Hotels is open. | Case 4471 from Kestrel Hotels is solved and closed.
update explicit | The office move to Lyon is planned with Duval Movers. | Duval Movers is out; the Lyon move is now with Transco Sud.
update explicit | Project Amber is on hold. | Project Amber has been restarted.
update explicit | Mbeki Packaging is our only supplier of cartons. | We now buy cartons from Mbeki Packaging and from Hollis Board, so Mbeki is no longer the only one.
update explicit | The invoice for Larkspur Dental is overdue. | Larkspur Dental has paid the invoice.
update ended | Oyelaran Foods is a customer on a framework contract. | Oyelaran Foods cancelled its framework contract and is not a customer anymore.
update ended | We are looking for a night nurse for the Graz clinic. | The search for a night nurse in Graz is over, the job is filled.
none both-hold | Ines runs the onboarding project. | Ines also looks after the trainee program.
none both-hold | Visitors to the plant must wear safety shoes. | Visitors to the plant must sign in at the gate.
none both-hold | The Halden project has a steering committee of five people. | The customer's CFO sits in the steering committee of the Halden project.
none both-hold | We buy screws from Kovacs Metal in Budapest. | We buy steel sheets from Arvida in Turin.
none other-subject | The Bergen account is handled by Tomas. | The Aarhus account is handled by Mireille.
none other-subject | Case 918 was escalated to the second level. | Case 933 was closed by the first level.
none other-subject | The Tallinn branch opens on Saturdays. | The Riga branch is closed on Saturdays.
none other-attribute | The Fernando Wines contract was made by our Lisbon team. | Fernando Wines has a new contact in purchasing.
none other-attribute | Project Juniper is about the new price list. | Project Juniper has a new folder on the shared drive.
none other-attribute | The recruiting campaign for drivers is run by an agency in Leipzig. | The recruiting campaign for drivers has a new slogan.
none event | The audit at the Tampere site found two small faults. | The audit at the Oulu site was passed without remarks.
none event | Nadia owns the supplier review. | Nadia gave a talk at the trade fair in Cologne.
none event | We have a maintenance contract with Liftec for the elevators. | Liftec repaired the left elevator yesterday.
duplicate paraphrase | The board approved the purchase of the Brno plant. | The purchase of the Brno plant has the board's approval.
duplicate paraphrase | Every contract must be checked by legal before signing. | No contract is signed before legal has checked it.
duplicate paraphrase | Yusuf is in charge of the customs project. | The customs project is led by Yusuf.
duplicate paraphrase | The web shop only ships within the EU. | The web shop does not ship outside the EU.
`,
  people: `
update implicit | The CFO is Anneke de Wit. | The CFO is Samuel Ortega.
update implicit | Our contact at Pallas Cement is Mr. Ioannou. | Ms. Zervas is the person to call at Pallas Cement, our only contact there.
update implicit | Kwame is a junior buyer. | Kwame is head of purchasing.
update implicit | Dr. Salinas is on sick leave. | Dr. Salinas is at work and sees patients every day.
update implicit | Beatriz is engaged to Jonas. | Beatriz and Jonas are married.
update implicit | Liam reports to Carla Petrescu. | Liam's boss is Dong-hyun Seo.
update implicit | Mr. Farrokh works part time in the dispatch office. | Mr. Farrokh has a full-time job in the dispatch office.
update explicit | Sofia Hallgren is our account manager at the bank. | Sofia Hallgren no longer handles our account; Magnus Ek has taken over.
update explicit | Thabo works for us as a freelancer. | Thabo is now a regular employee.
update explicit | Ms. Castellano's arm is in a cast. | Ms. Castellano had the cast taken off, her arm is fine again.
update explicit | Greta sits on the works council. | Greta stepped down from the works council last week.
update ended | Ewa is doing an internship in HR. | Ewa's internship in HR ended on Friday.
update ended | Mr. Huang is an advisor to the board. | Mr. Huang has finished his work as advisor to the board.
none both-hold | Priya from procurement has a daughter in school. | Priya also has a small son.
none both-hold | Oskar is the fire warden on the second floor. | Oskar is a sales engineer.
none both-hold | Our contact at Marlow Freight for invoices is Joyce. | For complaints at Marlow Freight we call Desmond.
none both-hold | The receptionist in Zagreb speaks Italian. | The receptionist in Zagreb speaks good German.
none other-subject | The head of sales at Tindra is Karin Nyberg. | The head of sales at Belcourt is Alain Roche.
none other-subject | Miguel's wife is a vet. | Arturo's wife is a tax lawyer.
none other-subject | The night guard in Sofia is called Plamen. | The night guard in Plovdiv is called Georgi.
none other-attribute | Chiara is the office manager in Bologna. | Chiara has a new dog, a beagle.
none other-attribute | Dr. Wanjiru leads the eye clinic. | Dr. Wanjiru has changed her mobile number.
none other-attribute | The driver for the Antwerp route is Luc. | Luc has a new haircut and the customers joked about it.
none event | Hassan had a job interview with us on Monday. | Hassan sent his school papers by email on Wednesday.
none event | Ms. Tanaka is the key contact at Shirogane Trading. | Ms. Tanaka called about a late pallet.
none event | Robert is married to our lawyer's sister. | Robert celebrated his birthday at the office.
duplicate paraphrase | Noor is allergic to nuts. | Noor has a nut allergy.
duplicate paraphrase | The managing director's assistant is Pauline. | Pauline is the assistant of the managing director.
duplicate paraphrase | Ivan used to work for Bosch before he joined us. | Before joining our company, Ivan was at Bosch.
duplicate paraphrase | Dolores has two cats. | Dolores is the owner of two cats.
`,
  places: `
update implicit | The headquarters of Quillen Pharma is in Basel. | Quillen Pharma has its headquarters in Dublin.
update implicit | The spare keys for the depot are in the safe. | The spare keys for the depot are in Mrs. Novak's desk.
update implicit | Our server is hosted in Frankfurt. | The server is in a data center in Helsinki.
update implicit | The sales team sits on the third floor. | You find the sales team on the ground floor.
update implicit | Jorge lives in Valencia. | Jorge's home is in Bilbao.
update implicit | The pallet from Egede Fish is at customs in Aberdeen. | The pallet from Egede Fish is in our warehouse.
update implicit | The weekly supplier meeting is held in room Danube. | The weekly supplier meeting takes place in the canteen.
update explicit | The Vienna clinic is at Lindengasse 14. | The Vienna clinic has moved to Hauptstrasse 3.
update explicit | Mei-Ling works from the Singapore office. | Mei-Ling now works from home and gave up her place in the Singapore office.
update explicit | Old contracts are kept in the cellar. | The old contracts were taken out of the cellar and are now with an archive firm.
update explicit | Mr. Bakshi is on a business trip in Nairobi. | Mr. Bakshi is back from Nairobi.
update ended | We have a small sales office in Bratislava. | The sales office in Bratislava has been closed.
update ended | The company rents a parking lot behind the station. | The lease for the parking lot behind the station ran out and we gave it back.
none both-hold | Norrgard has a factory in Malmo. | Norrgard has a factory in Gdansk too.
none both-hold | First-aid kits hang next to the elevators. | There is a first-aid kit in the kitchen.
none both-hold | Amara lives in Accra. | Amara lives in a flat near the harbor.
none both-hold | The sample room is in building C. | The sample room is on the first floor.
none other-subject | The lawyer's office is in Utrecht. | The tax advisor's office is in Breda.
none other-subject | Trucks for Lidl load at ramp 4. | Trucks for Carrefour load at ramp 7.
none other-subject | Elif was born in Izmir. | Her colleague Burak was born in Bursa.
none other-attribute | The Manchester store is next to the train station. | The Manchester store has a new manager.
none other-attribute | Our guest flat is in the old town of Krakow. | The guest flat in Krakow has got new beds.
none other-attribute | The HR files are kept in Copenhagen. | Only two people may open the HR files.
none event | Stefan lives in Munich. | Stefan spent the weekend in Salzburg.
none event | The board met in Geneva in January. | The board met in Milan in May.
none event | The returns desk is in hall 2. | In hall 2 a lamp fell down on Monday.
duplicate paraphrase | The cold store is in Vlissingen. | Vlissingen is where the cold store is.
duplicate paraphrase | Dr. Moreau's practice is across from the town hall. | The practice of Dr. Moreau is opposite the town hall.
duplicate paraphrase | Company cars are parked in the garage under the building. | The parking place for company cars is the underground garage of the building.
duplicate paraphrase | Paolo grew up in Trieste. | Paolo spent his childhood in Trieste.
`,
  numbers: `
update implicit | Flour from Molino Reale costs 0.62 euros per kilo. | The price for a kilo of flour from Molino Reale is 0.71 euros.
update implicit | The Cork office has 18 employees. | 24 people work in the Cork office.
update implicit | Payment term for Stellan Marine is 30 days. | Stellan Marine has 60 days to pay.
update implicit | The clinic opens at 8. | The clinic's doors open at 7:30.
update implicit | The hotel limit for business trips is 120 euros a night. | Staff may spend up to 150 euros a night on hotels.
update implicit | Mr. Petrov's extension is 214. | You reach Mr. Petrov on extension 377.
update implicit | The minimum order at Casa Verde is 50 boxes. | Casa Verde takes orders from 20 boxes up.
update explicit | The day rate of our consultant Imke is 900 euros. | Imke has raised her day rate to 980 euros.
update explicit | Kolding Dairy gets a 5 percent discount. | The discount for Kolding Dairy was cut to 3 percent.
update explicit | There are 340 pallets in the Lodz warehouse. | After this week's shipments only 210 pallets are left in Lodz.
update explicit | Mr. Rahimi owes us 4,200 pounds. | Mr. Rahimi has paid 2,000 pounds, so he now owes us 2,200.
update ended | Diesel surcharge on all deliveries is 4 percent. | The diesel surcharge has been dropped.
update ended | The web shop has a summer sale with 20 percent off. | The summer sale in the web shop is over.
none both-hold | A standard pallet from Toller holds 48 cartons. | A standard pallet from Toller weighs 410 kilos.
none both-hold | Our call center takes about 600 calls a day. | The longest call of last month took 52 minutes.
none both-hold | The gross salary for the driver job is 2,900 euros. | Drivers get a bonus of 200 euros in December.
none both-hold | The lunch room seats 40. | The lunch room has two microwaves.
none other-subject | Standard shipping costs 4.90. | Express shipping costs 11.50.
none other-subject | Wanda has 28 days of leave. | Kofi has 30 days of leave.
none other-subject | The rent for the Ghent shop is 3,100 a month. | The rent for the Bruges shop is 2,700 a month.
none other-attribute | The truck can carry 7.5 tons. | The truck got four new tires.
none other-attribute | Rosario Tiles pays 1,200 a month for our service. | Rosario Tiles has a new finance director.
none other-attribute | The meeting with the bank takes 45 minutes. | For the meeting with the bank there is a new agenda.
none event | Ambrose Steel ordered 12 coils in February. | Ambrose Steel ordered 15 coils in April.
none event | The purchasing team is six people. | Two people from the purchasing team visited a supplier in Izmir.
none event | A physiotherapy session costs 65 francs. | The Huber family booked three physiotherapy sessions.
duplicate paraphrase | The warranty on the pumps is two years. | The pumps come with a 24-month warranty.
duplicate paraphrase | Shift starts at 6 in the morning. | The shift begins at 6 a.m.
duplicate paraphrase | Delivery from Busan takes five weeks. | It takes five weeks until goods from Busan arrive.
duplicate paraphrase | The Perez contract is worth half a million dollars. | The value of the Perez contract is 500,000 dollars.
`,
  plans: `
update implicit | The kickoff with Ravello Ceramics is on 4 June. | The kickoff with Ravello Ceramics is on 11 June.
update implicit | Director Sato will fly to Chicago for the fair. | Director Sato is staying in Tokyo and will not go to the Chicago fair.
update implicit | The offer for Brightwell Schools is due on Friday. | Brightwell Schools expects our offer by Wednesday at the latest.
update implicit | The Christmas party will be at the Hotel Astoria. | The Christmas party will be in our own canteen.
update implicit | We want to open a shop in Seville next spring. | There are no plans for a shop in Seville.
update implicit | The price increase takes effect in January. | The price increase takes effect in April.
update implicit | Olga's interview with the candidate from Minsk is at 10. | Olga talks to the candidate from Minsk at 2 in the afternoon, it is the only interview with him.
update explicit | The stock count is planned for the last weekend of March. | The stock count has been postponed to mid-April.
update explicit | Gianni is going by train to the customer in Zurich. | Gianni changed his plan and will now drive to the customer in Zurich.
update explicit | The move of the Lima office is set for August. | The move of the Lima office was brought forward to July.
update explicit | We plan to extend the cleaning contract with Sparkle. | We no longer want to extend the contract with Sparkle and will let it run out.
update ended | A visit by the Danish auditors is planned for Tuesday. | The Danish auditors were here on Tuesday, the visit is done.
update ended | Management wants to buy the Novotna print shop. | The plan to buy the Novotna print shop has been dropped.
none both-hold | There is a meeting with the landlord on Monday. | There is a meeting with the insurance man on Monday afternoon.
none both-hold | Zanele will travel to Durban in October. | Zanele will be in London in November.
none both-hold | The job fair in Delft is on 9 May. | At the job fair in Delft we will have a stand next to the entrance.
none both-hold | We want to hire two nurses this year. | We want to hire a lab assistant this year.
none other-subject | The contract with Ostrava Chem ends in June. | The contract with Liberec Wool ends in September.
none other-subject | Bjorn takes his holiday in July. | Signe takes her holiday in August.
none other-subject | The truck to Milan leaves on Thursday. | The truck to Marseille leaves on Friday.
none other-attribute | The customer day will be on 20 September. | The customer day has a new motto.
none other-attribute | Aisha flies to Doha on Sunday. | Aisha got a new suitcase from the travel desk.
none other-attribute | The new catalogue comes out in February. | The catalogue will have a new cover photo by Mateus.
none event | We had dinner with the Tanimura people last week. | Next month we have a plant tour for the people from Grieg Paper.
none event | The deadline for the tax papers is 31 May. | The accountant reminded us of the tax papers.
none event | Ruben is going to the trade fair in Hanover. | Ruben ordered new business cards.
duplicate paraphrase | The lawyer comes on Thursday at noon. | On Thursday at 12 the lawyer is coming.
duplicate paraphrase | The company intends to sell its old trucks this year. | This year the company wants to sell the old trucks.
duplicate paraphrase | The talks with the union begin next Monday. | Talks with the union start on Monday next week.
duplicate paraphrase | Mrs. Abara will retire at the end of the year. | Mrs. Abara goes into retirement at year-end.
`,
  habits: `
update implicit | Mr. Lindholm eats meat at business lunches. | Mr. Lindholm is vegan.
update implicit | The CEO wants reports on paper. | The CEO reads reports only on his tablet.
update implicit | Tereza always comes to work by bike. | Tereza comes to work by tram every day.
update implicit | The warehouse team has its break at 9. | The warehouse team takes its break at 10, and that is the only one in the morning.
update implicit | Mr. Mansour smokes. | Mr. Mansour is a non-smoker.
update implicit | Customers at Fjell Bank want to be called by last name. | At Fjell Bank everybody wants to be called by first name.
update implicit | Dana never works on Fridays. | Dana is in the office every Friday.
update explicit | Our buyer Radek visits each supplier once a year. | Radek now goes to every supplier twice a year.
update explicit | Ms. Ferreira plays in the company football team. | Ms. Ferreira stopped playing football because of her knee.
update explicit | The board gets a weekly sales mail. | The sales mail to the board is no longer weekly, it now goes out once a month.
update explicit | On flights Mr. Okafor always takes a window seat. | Mr. Okafor has switched to aisle seats on all flights.
update ended | The Oslo office has a running group on Wednesdays. | The running group of the Oslo office has been given up.
update ended | Camille is on a low-salt diet after her operation. | Camille's low-salt diet is over.
none both-hold | Ms. Ito likes green tea in meetings. | Ms. Ito likes coffee after lunch.
none both-hold | Enrique plays golf with customers. | Enrique goes swimming before work.
none both-hold | The buyer at Hemmings likes short emails. | The buyer at Hemmings likes to get samples with each offer.
none both-hold | Dr. Vogel does not take calls during office hours. | Dr. Vogel answers emails in the evening.
none other-subject | The team in Pune has cake on Fridays. | The team in Cebu orders pizza on Fridays.
none other-subject | Leila prefers hotels near the airport. | Vikram prefers hotels in the city center.
none other-subject | Hartog Trading always pays late. | Meyrin Watches always pays on time.
none other-attribute | Goran takes his coffee black. | Goran has a new coffee mug with the company logo.
none other-attribute | Nurse Agata walks to the clinic. | Nurse Agata now works in the children's ward.
none other-attribute | The sales team meets for breakfast on Mondays. | The sales team has a new team leader.
none event | Ulrike does yoga at lunch. | Ulrike missed the lunch with the customer from Turku.
none event | Mr. Chaudhry prefers to fly with Emirates. | Mr. Chaudhry's flight on Saturday was two hours late.
none event | Last Friday the drivers had a barbecue. | The drivers went bowling in the spring.
duplicate paraphrase | Fiona does not drink alcohol. | Fiona never drinks alcohol.
duplicate paraphrase | The controller checks the bank account every morning. | Each morning the controller looks at the bank account.
duplicate paraphrase | Mr. Bui likes window tables in restaurants. | In restaurants Mr. Bui likes to sit at the window.
duplicate paraphrase | The customer from Graz calls only in the afternoon. | The customer from Graz never calls before noon, always in the afternoon.
`,
  versions: `
update implicit | Our price list is valid in version 7. | The valid price list is version 9.
update implicit | Tamarind Hotels is on the Basic support plan. | Tamarind Hotels has the Premium support plan.
update implicit | Invoices to Wexford Council must be sent as PDF. | Wexford Council accepts invoices only as XML.
update implicit | The till in the Nantes shop is set to French. | The till in the Nantes shop runs in English.
update implicit | The company is registered as Galvano Ltd. | The registered name of the company is Galvano Group Ltd.
update implicit | Office PCs in Bucharest run on Windows 10. | All office PCs in Bucharest have Windows 11.
update implicit | Automatic renewal is switched on in the Kepler Gas contract. | The Kepler Gas contract has automatic renewal turned off.
update explicit | The phone contract for the drivers is the 10 GB plan. | The drivers' phone contract was changed to the 40 GB plan.
update explicit | Our brand for frozen fish is called Northcatch. | We renamed the frozen fish brand, it is now called Polar Bay.
update explicit | The clinic's patient form is at version 3. | Version 4 of the patient form has replaced version 3 at the clinic.
update explicit | CVs from the agency come as Word files. | The agency stopped sending Word files, the CVs now come as PDF.
update ended | We are on the free trial of the Shopify plan. | The free trial at Shopify has ended.
update ended | Lufthansa has us in the Partner Plus program at silver level. | We have left the Partner Plus program.
none both-hold | The work contract template exists in German. | There is a Polish version of the work contract template as well.
none both-hold | The Silva pump comes in a small model. | The Silva pump comes in a large model.
none both-hold | Delivery notes are printed in A5. | Delivery notes are printed on yellow paper.
none both-hold | The gold plan includes phone support. | The gold plan includes one visit a year.
none other-subject | The Riyadh branch uses version 2 of the expense form. | The Amman branch uses version 3 of the expense form.
none other-subject | Haversham Books has the annual plan. | Tolland Toys has the monthly plan.
none other-subject | Mr. Delgado drives a Skoda Octavia as company car. | Ms. Weiss drives a Volvo V60 as company car.
none other-attribute | The customs software is at release 12. | The customs software has a new support hotline.
none other-attribute | The newsletter is sent as HTML. | The newsletter has a new editor, Bronagh.
none other-attribute | The supply contract with Uldum is in Danish. | The supply contract with Uldum was signed in the Odense office.
none event | The alarm in the store is set to night mode at 9 pm. | The alarm in the store went off on Sunday by mistake.
none event | In March the team got training on SAP. | In May the team got training on Power BI.
none event | The insurance policy is the Comfort Plus one. | We reported a broken window to the insurance.
duplicate paraphrase | The quality manual is at edition 5. | Edition 5 is the current one of the quality manual.
duplicate paraphrase | Dates in our letters are written day first. | In our letters the day comes first in dates.
duplicate paraphrase | The office printer prints on both sides by default. | Double-sided is the default setting of the office printer.
duplicate paraphrase | Orders from Peru come as CSV files. | The file format of the orders from Peru is CSV.
`,
};
