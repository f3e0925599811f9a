/**
 * A `fetch` whose answers end in an error beyond so many bytes, counted after decompression, so that a
 * server that is not what it should be cannot fill the memory. Redirects are answers: texts and key go
 * nowhere but to the server that was named.
 */
export function boundedFetch(maxBytes: number): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'manual' });
    if (response.body === null) return response;
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(counter(maxBytes)), { status, statusText, headers });
  };
}

function counter(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform: (chunk, controller) => {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) controller.error(new Error(`The answer is longer than ${maxBytes} bytes`));
      else controller.enqueue(chunk);
    },
  });
}
