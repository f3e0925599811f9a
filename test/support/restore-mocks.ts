// The service's code outlives a test file in Jest's process, and so would a spy on one of its classes.
afterAll(() => {
  jest.restoreAllMocks();
});
