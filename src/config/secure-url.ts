const SECURE_URL =
  /^(https:\/\/[^\s/?#@]+|http:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?)(\/[^\s?#]*)?(\?[^\s#]*)?$/;

/** Whether a URL is safe from changes on the network: it is https, or http of this machine. */
export function isSecureUrl(url: string): boolean {
  return SECURE_URL.test(url) && URL.canParse(url);
}
