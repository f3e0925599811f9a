/**
 * A variable of the environment that is a whole number above 0. Ends the process where it is not.
 *
 * @param {string} name of the variable
 * @param {number} otherwise where it is unset
 */
export function wholeNumber(name, otherwise) {
  const given = process.env[name];
  if (given === undefined || given === '') return otherwise;
  if (/^[1-9]\d{0,8}$/.test(given)) return Number(given);
  console.error(`${name} must be a whole number above 0`);
  process.exit(2);
}
