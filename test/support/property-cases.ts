/**
 * Cases that an expensive property is tried with: all in continuous integration (`CI` is set, as by `.ci/run`), a
 * quarter elsewhere.
 */
export function propertyCases(all: number): number {
  return process.env.CI ? all : Math.ceil(all / 4);
}
