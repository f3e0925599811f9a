// Word lists for made-up memories, the most frequent first.

const split = (text: string): readonly string[] => text.trim().split(/\s+/);

export const FIRST_NAMES = split(`
  Anna Ben Clara David Emma Felix Grace Hugo Ines Jonas Klara Leo Maria Noah Olga Paul Rosa Simon Tara Viktor
  Wanda Yusuf Zoe Amir Bianca Carlos Dana Elif Fatima Goran Hannah Ivan Julia Kofi Lena Marco Nadia Oscar Petra
  Quentin Ravi Sofia Tomas Ursula Vera Walter Xenia Yara Aiko Boris Chiara Dmitri Esther Farid Greta Henrik`);

export const NOUNS = split(`
  meeting project report customer team release budget server ticket document invoice design database contract
  feature deadline test office account plan review dashboard training schedule bug message laptop product call
  order request device survey payment migration backup pipeline trip garden kitchen flight hotel recipe guitar
  doctor appointment school birthday concert passport bicycle novel lesson holiday dinner apartment medicine
  warehouse supplier shipment catalogue prototype sensor battery router firewall certificate password cluster
  replica index query cache queue worker scheduler webhook endpoint token session browser keyboard printer
  telescope allergy insurance mortgage salary workshop seminar lecture thesis exhibition museum orchestra violin
  marathon stadium tournament referee harbour ferry lighthouse orchard vineyard bakery pharmacy laundry elevator
  balcony chimney fireplace blanket umbrella suitcase backpack compass lantern candle mirror carpet curtain
  spreadsheet checklist glossary newsletter brochure podcast webinar livestream subtitle thumbnail watermark`);

export const VERBS = split(`
  finished reviewed wants cancelled moved prepared likes ordered repaired approved postponed explained tested
  changed started rejected updated planned booked shared found lost cleaned measured translated renewed signed
  archived compared inspected borrowed painted rehearsed sketched calibrated negotiated audited sponsored
  photographed transcribed recycled varnished catalogued dismantled`);

export const ADJECTIVES = split(`
  new old important small green weekly final internal broken quiet urgent expensive early blue shared local large
  slow annual missing spare temporary heavy bright hidden reliable wooden portable seasonal experimental vintage
  bilingual waterproof transparent miniature handwritten encrypted redundant asymmetric`);

export const PLACES = split(`
  Berlin London Madrid Vienna Prague Oslo Lisbon Warsaw Dublin Zurich Hamburg Paris Rome Athens Helsinki Kyoto
  Lima Toronto Nairobi Sydney Bergen Ghent Porto Graz Basel Tartu Malmo Leeds Bologna Utrecht Krakow Split`);

export const MONTHS = split(`
  January February March April May June July August September October November December`);
