/** Called with the share of an upload that was sent, 0 to 1. */
type Listener = (share: number) => void;

const listeners = new WeakMap<File, Listener>();

export function onUploadProgress(file: File, listener: Listener): void {
  listeners.set(file, listener);
}

/**
 * `fetch` reports no progress of uploads, so that files, and forms with a file, are sent by XMLHttpRequest. The activity log names the
 * console by its header.
 */
export const fetchWithProgress: typeof fetch = (input, init) => {
  const file = init?.body instanceof FormData ? init.body.get('file') : init?.body;
  const named = { ...init, headers: { ...(init?.headers as Record<string, string>), 'X-Client-Name': 'console' } };
  return file instanceof File
    ? send(input instanceof Request ? input.url : input.toString(), named, file)
    : fetch(input, named);
};

function send(url: string, { method, headers, body, signal }: RequestInit, file: File): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method ?? 'POST', url);
    new Headers(headers).forEach((value, name) => request.setRequestHeader(name, value));
    request.upload.onprogress = ({ loaded, total }) => listeners.get(file)?.(total > 0 ? loaded / total : 0);
    request.onload = () =>
      resolve(new Response(request.responseText, { status: request.status, headers: headersOf(request) }));
    request.onerror = () => reject(new TypeError('The connection was lost'));
    request.onabort = () => reject(new DOMException('The upload was stopped', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort());
    request.send(body as FormData | File);
  });
}

function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return headers;
}
