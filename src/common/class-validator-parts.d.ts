/*
 * Parts of class-validator. The whole package takes 320 files and 130 ms of processor time to load; reading the settings,
 * which the start of the embedded database waits for, needs 16 of them. The package has no types for these paths.
 */
declare module 'class-validator/cjs/decorator/common/ValidateBy' {
  export { ValidateBy } from 'class-validator';
}
declare module 'class-validator/cjs/metadata/MetadataStorage' {
  export { getMetadataStorage } from 'class-validator';
}
declare module 'class-validator/cjs/validation/Validator' {
  export { Validator } from 'class-validator';
}
