/** Where class-transformer keeps what its decorators say. The package has no types for this path. */
declare module 'class-transformer/cjs/storage' {
  export const defaultMetadataStorage: {
    findTypeMetadata(
      target: object,
      property: string,
    ): { typeFunction(): import('@nestjs/common').Type<object> } | undefined;
  };
}
