interface OpenedBackend {
  newNamespace(): Promise<string>;
  close(): Promise<void>;
}

type InNamespace<T> = T & { namespace: string };

/** A backend that is open while the tests of the file or the block run. Each test has a namespace of its own. */
export function useBackend<T extends OpenedBackend>(
  open: () => Promise<T>,
  opened = {} as InNamespace<T>,
): InNamespace<T> {
  beforeAll(async () => {
    Object.assign(opened, await open());
  });
  beforeEach(async () => {
    opened.namespace = await opened.newNamespace();
  });
  afterAll(() => opened.close());
  return opened;
}
