import type { PairLines } from './pair-lines';

/** Plain notes of the agents of a team. Only measured; not read by who works on the judge. */
export const HELD_OUT_TEAM: PairLines = {
  tools: `
update implicit | The support team answers tickets in Zendesk. | All support tickets are handled in Freshdesk.
update implicit | Kowalczyk Joinery cuts its panels on the old Altendorf table saw. | Panel cutting at Kowalczyk is done on the Homag CNC; there is no table saw in the shop.
update implicit | Our monitoring runs on Nagios. | Alerts for every server come from Prometheus, which is our only monitoring system.
update implicit | The front desk takes card payments with a rented Verifone terminal. | The only card terminal at the front desk is a SumUp reader that we own.
update implicit | Passwords for the shared accounts are kept in a KeePass file on the network drive. | Shared account passwords live in 1Password, in the vault called Operations.
update implicit | Tendai writes his deploy scripts in Bash. | Tendai's deploy scripts are all Python.
update implicit | Van 3 has no navigation device. | Van 3 has a built-in Garmin on the dashboard.
update explicit | We use Jenkins to build the mobile app. | The mobile app build was moved from Jenkins to GitHub Actions last week.
update explicit | The compressor in bay 2 is broken and waits for a part. | The compressor in bay 2 is running again, the technician fitted the new valve.
update explicit | Invoices are written in Excel. | Since March we no longer write invoices in Excel, lexoffice does it.
update explicit | Ms. Oyelaran works on a ThinkPad from the pool. | Ms. Oyelaran gave back the ThinkPad and now has a MacBook Air.
update ended | We are renting a scissor lift from Brandvik for the warehouse job. | The scissor lift went back to Brandvik on Tuesday, the rental is closed.
update ended | The team tries out Notion for meeting notes. | The Notion trial ran out and nobody extended it.
none both-hold | Designers use Figma for screens. | Designers use Illustrator for logos and print work.
none both-hold | The workshop has a MIG welder from Fronius. | There is also a TIG welder in the workshop, it stands next to the sink.
none both-hold | Backups of the database are written with pg_dump every night. | Restic copies the nightly database dumps to a second site.
none both-hold | We chat with customers on WhatsApp. | Customers can also reach us through the form on the website.
none other-subject | The label printer in dispatch is a Zebra. | The label printer in the lab is a Brother.
none other-subject | Staging uses MySQL 8. | The analytics box uses MariaDB.
none other-subject | Liis records her hours in Toggl. | Bogdan writes his hours on a paper sheet.
none other-attribute | The coffee machine in the kitchen is a Jura. | The coffee machine has a new water filter.
none other-attribute | Our scanner is connected to the reception PC. | The scanner only takes sheets up to A4.
none other-attribute | The booking system is hosted by Quellmark. | The booking system now shows the opening hours on its first page.
none event | The forklift was inspected in February. | In June someone scratched the forklift on the loading ramp.
none event | We run the ERP on Odoo. | Odoo was slow on Monday morning for about twenty minutes.
none event | The torque wrench was sent in for calibration in autumn 2022. | The torque wrench was calibrated again in autumn 2023.
duplicate paraphrase | We send the newsletter with Mailchimp. | Mailchimp is what we use to send out the newsletter.
duplicate paraphrase | The logs of all services end up in Loki. | All services send their logs to Loki.
duplicate paraphrase | Nobody may use the band saw without safety glasses. | Safety glasses are a must for anyone at the band saw.
duplicate paraphrase | Gunnar's drill is a Makita with an 18 volt battery. | The drill Gunnar has is an 18 volt cordless Makita.
`,
  projects: `
update implicit | Farida owns the Lodestar migration. | The owner of the Lodestar migration is Emil Strand.
update implicit | Nothing has been decided about the new logo. | The green logo by studio Papaya was chosen.
update implicit | In Project Heron every change needs one reviewer. | Changes in Heron need two reviewers before merge.
update implicit | The roof job at Hotel Miramonte is waiting for the permit. | The crew has been working on the Miramonte roof with the permit in hand since Monday.
update implicit | Customer data in the Tamarind app is kept for five years. | Tamarind deletes customer data after two years.
update implicit | The clinic's waiting list project has no budget. | The waiting list project at the clinic is funded with 40,000 francs from the canton.
update implicit | Pull requests are merged by squash only. | We merge pull requests with a merge commit; squash is turned off in the repository.
update explicit | The supplier portal is on hold until legal answers. | Legal has answered, work on the supplier portal is going again.
update explicit | Apprentices may not open the shop alone. | The rule was changed: apprentices in their third year may open the shop alone from now on.
update explicit | Nakagawa Foods is our pilot customer for Beacon. | Nakagawa Foods dropped out as Beacon pilot, Petrossian Bakeries took their place.
update explicit | We decided to write the importer in Go. | We changed our minds about the importer, it will be in Rust instead of Go.
update ended | The security audit by Ferncliff is under way. | Ferncliff has finished the audit and handed in the report.
update ended | Sprint work on the loyalty card is going on with three people. | The loyalty card was cancelled by the board.
none both-hold | Project Kestrel has a frontend team in Porto. | Kestrel also has two backend people in Cluj.
none both-hold | The school library project gets books from the town. | Parents donate books to the school library project.
none both-hold | In the bike shop every repair gets a tag with the customer's name. | Repairs over 200 euros must be confirmed by phone first.
none both-hold | One goal of Quince is faster checkout. | Quince should also bring down the number of failed payments.
none other-subject | Sunniva leads the payroll project. | Andrei leads the intranet project.
none other-subject | The Oslo branch closes its books on the 3rd. | The Bergen branch closes its books on the 5th.
none other-subject | Orchid is finished. | Marigold is half done and lacks a tester.
none other-attribute | The tender for the Lindqvist kitchen is with Marek. | The Lindqvist kitchen has a new floor plan.
none other-attribute | Project Saffron is paid by the insurance department. | Saffron now has its own channel in Slack.
none other-attribute | The choir is led by Ms. Banerjee. | The choir has 34 members.
none event | We gave the Delgado family their quote on Thursday. | Mr. Delgado called on Friday and asked about the tiles.
none event | The incident on 4 May was caused by a full disk. | On 19 May there was an incident with an expired certificate.
none event | Hassan is the release manager of Bluefin. | Hassan showed Bluefin to the sales people yesterday.
duplicate paraphrase | No deploys on Fridays after noon. | After midday on Friday we don't deploy.
duplicate paraphrase | The steering group of Juniper meets without the vendor. | The vendor does not take part in Juniper's steering group.
duplicate paraphrase | Mbali is responsible for the complaints process. | The complaints process is Mbali's responsibility.
duplicate paraphrase | The new café menu must be approved by the head cook before it is printed. | Before printing, the head cook has to approve the new café menu.
`,
  people: `
update implicit | Piotr is a junior developer. | Piotr works as a senior developer.
update implicit | Our contact at Vandersteen Logistics is Mieke Claes. | For anything with Vandersteen Logistics, call Joris Peeters, he is our only contact there.
update implicit | Ngozi reports to Mr. Halloran. | Ngozi's boss is Catarina Pinto.
update implicit | Rui is single. | Rui is married to Daniela, who teaches at the music school.
update implicit | Dr. Achterberg is on call this weekend. | On-call doctor this weekend is Dr. Sethi, alone.
update implicit | Svetlana has no driving licence, so she cannot take the van. | Svetlana drives the van to the Tuesday customers, her licence copy is in the file.
update explicit | Ove Lindahl is head of purchasing. | Ove Lindahl has left purchasing and is now head of the warehouse.
update explicit | Marisol is on parental leave. | Marisol is back from parental leave.
update explicit | Khalid walks with crutches after his knee operation. | Khalid no longer needs the crutches.
update explicit | Ms. Fujimoto is the data protection officer. | Mr. Brandl took over as data protection officer from Ms. Fujimoto.
update explicit | Teodor is still in his trial period. | Teodor passed his trial period and has a permanent contract now.
update ended | Zeynep is doing an internship with us in accounts. | Zeynep's internship ended on Friday.
update ended | Hamish has an old spaniel that comes to the office. | Hamish's spaniel died over Easter.
none both-hold | Ingrid is the first aider on floor 2. | Ingrid is the fire warden of floor 2.
none both-hold | Mr. Castellanos has a daughter at university. | Mr. Castellanos has a son who is in year six.
none both-hold | At Greenmoor Dairy we talk to Fiona about orders. | At Greenmoor Dairy, Callum handles the invoices.
none both-hold | Amara speaks French with the Lyon customers. | Amara speaks good Portuguese too.
none other-subject | Lukas is allergic to nuts. | Petra is allergic to latex gloves.
none other-subject | Deepa's husband is a baker. | Noor's husband works on a ferry.
none other-subject | The boss of the paint shop is Mr. Okonjo. | The boss of the body shop is Mr. Wieczorek.
none other-attribute | Jovana works in customer service. | Jovana has a new phone number, it ends in 417.
none other-attribute | Mr. Hakala is the caretaker of the building. | Mr. Hakala has changed his glasses.
none other-attribute | Soo-jin is our tax adviser. | Soo-jin wants documents as PDF, never as photos.
none event | Wendell was ill for three days in January. | Wendell was off sick for a week in April.
none event | Beatriz is the office manager. | Beatriz ordered flowers for the anniversary.
none event | Farouk works at the counter on Saturdays. | Last Saturday Farouk calmed down an angry customer at the counter.
duplicate paraphrase | Agnieszka is the mother of our apprentice Kuba. | Our apprentice Kuba is Agnieszka's son.
duplicate paraphrase | Mr. Tanui can't hear well in his left ear. | Mr. Tanui is hard of hearing on the left side.
duplicate paraphrase | Leila takes care of the trainees. | It is Leila who looks after the trainees.
duplicate paraphrase | Bram and Elske are siblings. | Elske and Bram are brother and sister.
`,
  places: `
update implicit | The spare keys hang in the cabinet behind reception. | Spare keys are in the safe in Room 12.
update implicit | The wiki is hosted on a server in our own cellar. | The wiki runs at Hetzner in Falkenstein.
update implicit | Our Turin office is at Via Bersezio 8. | The address of the Turin office is Corso Malvano 41.
update implicit | Olumide lives in Leeds. | Olumide's home is in Sheffield, ten minutes from the depot.
update implicit | The design team sits on the ground floor. | You find the design team on floor 4, all desks together.
update implicit | Winter tyres of customers are stored in the yard container. | Customers' winter tyres are kept in the hall at Millbrook, the yard container is empty.
update implicit | The daily stand-up takes place in the small kitchen. | The stand-up is held every day in room Baltic.
update explicit | The production database is in the Frankfurt region. | Production database moved to the Stockholm region on Sunday night.
update explicit | Ms. Villanueva works from our Manila branch. | Ms. Villanueva has transferred from Manila to the Cebu branch.
update explicit | Old contracts are in the archive room on the third floor. | We cleared the archive room; the old contracts are now with Ironbark Storage.
update explicit | The defibrillator hangs at the main entrance. | The defibrillator no longer hangs at the main entrance, it was put beside the lift.
update ended | We have a stall at the Saturday market in Hadley. | We gave up the stall at the Hadley market.
update ended | A loan car from Autohaus Riedel stands in our yard. | Riedel fetched the loan car this morning.
none both-hold | Balkrishna Tools has a plant in Pune. | Balkrishna Tools has a sales office in Dubai.
none both-hold | There is a fire extinguisher next to the boiler. | A second fire extinguisher hangs by the back door.
none both-hold | The board meets in the Rose Room. | The works council also meets in the Rose Room, on other days.
none both-hold | Images of the shop are stored in an S3 bucket. | A copy of the shop images lies on the NAS in the studio.
none other-subject | The cleaning lady parks in front of the garage. | The courier parks on the side street.
none other-subject | Marta's desk is by the window. | Yusuf's desk is by the door.
none other-subject | The test server stands in rack 4. | The mail server stands in rack 7.
none other-attribute | The Rotterdam warehouse is near the harbour. | The Rotterdam warehouse has new gates since May.
none other-attribute | Room Atlas is on the second floor. | Room Atlas has a screen and space for twelve.
none other-attribute | Our canteen is in building C. | The canteen changed its caterer to Solvang.
none event | The customer Mr. Aguirre lives in Valparaíso. | Mr. Aguirre visited our showroom in Santiago on Wednesday.
none event | We had the summer party at the lake in 2021. | The 2023 summer party took place in the brewery garden.
none event | The toolbox of crew A is kept in the red van. | A hammer from crew A's toolbox was found on the site in Ghent.
duplicate paraphrase | The blood samples are kept in the fridge next to the lab door. | Next to the lab door is the fridge where blood samples are kept.
duplicate paraphrase | Our git repositories are at GitLab. | We keep our git repositories on GitLab.
duplicate paraphrase | Head office of Tolvanen Oy is in Tampere. | Tolvanen Oy has its headquarters in Tampere.
duplicate paraphrase | Deliveries must go to the rear entrance. | Deliveries are to be brought to the back door.
`,
  numbers: `
update implicit | A haircut for men costs 24 euros. | Men pay 28 euros for a haircut.
update implicit | The upload limit is 10 MB. | Files of up to 50 MB can be uploaded.
update implicit | The service team has seven people. | There are nine people on the service team.
update implicit | Rent for the workshop is 1,850 a month. | We pay 2,100 a month for the workshop.
update implicit | The bakery shop opens at 6:30. | Opening time of the bakery shop is 7 o'clock.
update implicit | API clients may send 100 requests a minute. | The rate limit for API clients is 60 per minute.
update implicit | Hourly rate for Sørbø Consulting: 95 euros. | Sørbø Consulting is billed 110 euros for each hour.
update explicit | Session timeout in the portal is 30 minutes. | Session timeout in the portal was cut from 30 to 15 minutes.
update explicit | Ms. Mwangi owes us 340 for the repair. | Ms. Mwangi has paid the 340, nothing is open.
update explicit | The minimum order for free shipping is 50 pounds. | Free shipping now starts at 35 pounds instead of 50.
update explicit | The stock of brake pads is down to 4 sets. | New brake pads came in today, we are up to 60 sets.
update ended | There is a 15 percent discount on all paints. | The discount on paints ran out on Sunday.
update ended | We get a bonus of 500 for each recommended hire. | The bonus for recommended hires has been abolished.
none both-hold | The meeting table is 3 metres long. | The meeting table is 1.2 metres wide.
none both-hold | Adults pay 9 euros for the guided tour. | Children pay 4 euros for the guided tour.
none both-hold | Karim works 20 hours a week in the store. | Karim does 5 hours a week of bookkeeping on top of the store.
none both-hold | Health checks run every 30 seconds. | A check that fails three times in a row sends an alert.
none other-subject | Server alfa has 64 GB of memory. | Server delta has 128 GB of memory.
none other-subject | Ines earns 3,200 a month. | Pavel earns 2,900 a month.
none other-subject | The Nordhavn order is 400 chairs. | The Esperanza order is 250 chairs.
none other-attribute | The big oven holds 18 trays. | The big oven needs a new seal.
none other-attribute | The Kim account has a credit limit of 5,000. | The Kim account is looked after by Roxana.
none other-attribute | Our team lunch starts at 12:15. | Team lunch is now ordered from Casa Lupita.
none event | In March we sold 81 bikes. | In April we sold 97 bikes.
none event | The electricity bill of last winter was 2,300. | The bill for summer electricity came to 1,100.
none event | The nightly job takes about 40 minutes. | One night in August the job failed after 12 minutes.
duplicate paraphrase | The trailer may carry at most 750 kilos. | The maximum load of the trailer is 750 kg.
duplicate paraphrase | Our VAT return is due on the 10th of each month. | Every month by the 10th the VAT return has to be in.
duplicate paraphrase | Mrs. Petrakis turns 60 on 2 November. | On 2 November Mrs. Petrakis has her 60th birthday.
duplicate paraphrase | The hall seats 220 people. | There are 220 seats in the hall.
`,
  plans: `
update implicit | Release 6 is planned for 14 September. | Release 6 goes out on 2 October.
update implicit | Nadia flies to Singapore for the fair. | Nadia stays home during the Singapore fair; only Gregor travels.
update implicit | The interview with Mr. Salazar is on Tuesday at 10. | Mr. Salazar comes for his interview on Thursday at 3 pm.
update implicit | We want to hire two welders this year. | There will be no hiring of welders this year.
update implicit | The Christmas dinner is booked at Trattoria Nonna Pia. | Christmas dinner will be at the Golden Carp.
update implicit | Mr. Eriksen plans to retire in June. | Mr. Eriksen plans to work on until the end of next year and then retire.
update implicit | The deadline for the Bouchard proposal is Friday noon. | The Bouchard proposal is due on Wednesday at 5 pm.
update explicit | The data centre move is set for the first weekend in May. | The data centre move was postponed to the last weekend in May.
update explicit | Training for the new till is cancelled. | Training for the new till will take place after all, on Monday.
update explicit | Adwoa will present the figures to the bank. | Adwoa can't make the bank meeting, so Stellan presents the figures instead.
update explicit | We will take the train to the customer in Graz. | No longer the train: for Graz we rented a minibus.
update ended | Stocktaking is planned for this weekend. | Stocktaking is done, all sheets are signed.
update ended | We intend to open a second branch in Maribor. | The idea of a branch in Maribor has been dropped.
none both-hold | On Monday there is a call with Orimoto Steel. | On Monday there is also a meeting with the landlord.
none both-hold | Pelle wants to take the forklift course in spring. | Pelle plans to take an Excel course in autumn.
none both-hold | The audit team arrives on the 11th. | The audit team wants to see the paint store on the 12th.
none both-hold | We plan to rewrite the search page in the third quarter. | In the third quarter we also want to retire the old login.
none other-subject | Charlotte has holiday from 1 to 14 August. | Dmitri has holiday from 15 to 28 August.
none other-subject | The lift in building A will be serviced on Thursday. | The lift in building B will be serviced next month.
none other-subject | Version 2 of the driver app comes out in May. | The customer app comes out in July.
none other-attribute | The fair in Hanover is in April. | For the fair in Hanover we have a new stand builder.
none other-attribute | The kickoff with Zambrano is on 6 March. | The kickoff with Zambrano will be held in Spanish.
none other-attribute | Hedda goes to the Lisbon conference in November. | Hedda's hotel in Lisbon is paid by the organiser.
none event | The next fire drill is in October. | At the fire drill last year two people stayed in the building.
none event | We want to visit Mr. Mokoena's farm in the spring. | Mr. Mokoena sent us a box of oranges.
none event | The sales team meets in Krakow in June. | Last winter the sales team met in Vilnius.
duplicate paraphrase | The contract with Skagen Cleaning is to be signed on Friday. | On Friday we are going to sign the contract with Skagen Cleaning.
duplicate paraphrase | Ayumi wants to leave earlier on Wednesday because of the dentist. | Because of a dentist appointment, Ayumi would like to leave early on Wednesday.
duplicate paraphrase | The old firewall is to be switched off by the end of the year. | By year end the old firewall should be turned off.
duplicate paraphrase | The shop stays closed on 24 December. | On Christmas Eve the shop will not open.
`,
  habits: `
update implicit | Mr. Vasquez drinks his coffee with two sugars. | Mr. Vasquez takes his coffee without sugar.
update implicit | Lotte comes to work by bus. | Lotte rides her bike to work every day.
update implicit | Client Harboe wants status reports every week. | Harboe gets one status report a month, that is what they want.
update implicit | Samir eats everything, meat too. | Samir is vegan.
update implicit | Pair programming happens every afternoon in the platform team. | The platform team pairs only on Thursdays.
update implicit | Mrs. Abernathy wants to be called on her landline. | Mrs. Abernathy wants to be contacted by email only, no calls.
update implicit | Goran starts his shift at the early hour, at 5. | Goran only works late shifts.
update explicit | Thandiwe smokes in the yard during breaks. | Thandiwe has stopped smoking.
update explicit | The team goes for a beer on Fridays. | The Friday beer has been moved to Thursday.
update explicit | Eero doesn't come to the running group because of his foot. | Eero is back in the running group.
update explicit | Ms. Delacroix always books the window table. | Ms. Delacroix doesn't want the window table any more, she now takes the one at the back.
update ended | Janek is doing a fast until Easter and skips lunch. | Janek's fast is over.
update ended | The office staff do yoga together on Tuesday mornings. | Yoga on Tuesday was given up, nobody came.
none both-hold | Rosalind plays badminton on Mondays. | Rosalind goes swimming on Sundays.
none both-hold | Our guest Mr. Yamada likes a room with a balcony. | Mr. Yamada likes a hard mattress.
none both-hold | Chidi reads his mail first thing in the morning. | Chidi looks at his mail once more before he goes home.
none both-hold | The reviewers prefer small pull requests. | The reviewers like a screenshot in pull requests that touch the interface.
none other-subject | Ilse works with music on. | Fergus needs silence when he works.
none other-subject | Crew 1 takes its break at 9. | Crew 2 takes its break at half past ten.
none other-subject | The customer Brightwater likes long phone calls. | The customer Stavros prefers short mails.
none other-attribute | Anneli eats no gluten. | Anneli has got a new locker in the staff room.
none other-attribute | Mr. Obuya jogs at lunch. | Mr. Obuya writes his letters by hand.
none other-attribute | Paloma prefers to work from home on Wednesdays. | Paloma now wears a headset in calls.
none event | Vikram usually brings lunch from home. | Vikram paid for pizza for all when his son was born.
none event | The team cleans the workshop every Friday at 3. | A visitor praised how clean the workshop is.
none event | Renske rowed in the company race in 2019. | Renske was timekeeper at the company race in 2022.
duplicate paraphrase | Tomasz prefers tabs to spaces. | Tomasz likes tabs better than spaces.
duplicate paraphrase | Mrs. Lindgren does not like to be disturbed before ten. | Before ten o'clock Mrs. Lindgren wants to be left alone.
duplicate paraphrase | In this office we use first names. | Everyone in this office is on first-name terms.
duplicate paraphrase | Bashir plays football each Wednesday evening. | On Wednesday evenings Bashir always plays football.
`,
  versions: `
update implicit | The backend runs on Java 11. | Java 21 is the runtime of the backend.
update implicit | Exports to the bank are in the MT940 format. | We send the bank CAMT files, it takes no other format.
update implicit | Our Slack workspace is on the free plan. | Our Slack workspace has the Business plan.
update implicit | Dark mode is off by default in the app. | The app starts in dark mode by default.
update implicit | The company car of Ms. Rautio is a Skoda Octavia. | Ms. Rautio's company car is a Kia Niro.
update implicit | The price list in force is edition 2022. | Valid price list: edition 2024.
update implicit | Client machines have Windows 10. | All client machines have Windows 11.
update explicit | The intern programme is called Springboard. | The intern programme was renamed, it is now called First Steps.
update explicit | Two-factor login is optional for staff. | Two-factor login was made mandatory for all staff.
update explicit | We are on Kubernetes 1.27. | The cluster was upgraded from 1.27 to 1.29.
update explicit | The Ferraro phone contract is the S tariff. | Ferraro switched from the S tariff to the L tariff.
update ended | Angular 9 modules are still in use in the admin area. | The last Angular 9 module was removed from the admin area.
update ended | We have a maintenance contract with Lumina for the lift, level Gold. | The Lumina maintenance contract has expired and was not renewed.
none both-hold | The manual exists in English. | The manual exists in Polish.
none both-hold | The reporting tool exports to CSV. | The reporting tool can export to PDF.
none both-hold | The library supports Python 3.10. | Python 3.12 is supported by the library.
none both-hold | Invoices to the city must be XRechnung. | Invoices to private customers are plain PDFs.
none other-subject | The kitchen tablet runs Android 12. | The tablet in the van runs Android 14.
none other-subject | Project Cobalt uses React 17. | Project Umber uses React 18.
none other-subject | The Dahl family has the Comfort plan. | The Moreau family has the Basic plan.
none other-attribute | The plotter is an HP DesignJet. | The plotter got a new place beside the stairs.
none other-attribute | The web shop runs on Shopware 6. | The web shop has a new colour for its buttons.
none other-attribute | The time zone of the scheduler is set to UTC. | The scheduler keeps its history for 90 days.
none event | Version 3.1 was released in February. | In February the first user of 3.1 wrote us a thank-you note.
none event | The firmware of the gate is 5.4. | The gate got stuck during the storm on Sunday.
none event | We tested the beta of the scanner app in Riga. | The translators looked at the help texts of the scanner app in May.
duplicate paraphrase | Dates in the files are written year first, then month, then day. | The files use dates in the order year, month, day.
duplicate paraphrase | Debug logging is switched off in production. | In production, debug logs are disabled.
duplicate paraphrase | Our insurance with Hallmoor is the Premium package. | With Hallmoor we have the Premium insurance package.
duplicate paraphrase | The form for sick notes is F-12. | Form F-12 is the one for sick notes.
`,
};
