/** The answer, or null when it fails or takes longer: a probe must not wait for what does not answer. */
export async function inTime<T>(answer: Promise<T>, timeoutMs: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), timeoutMs);
  });
  const answered = answer.catch(() => null);
  return Promise.race([answered, tooLate]).finally(() => clearTimeout(timer));
}

/** Whether there is an answer in time, whatever it is. */
export async function answersInTime(answer: Promise<unknown>, timeoutMs: number): Promise<boolean> {
  const answered = answer.then(() => true);
  return (await inTime(answered, timeoutMs)) ?? false;
}
