import { useState } from 'preact/hooks';
import { call } from '../data/http.ts';
import { Problem } from '../parts/problem.tsx';

export function LoginPage({ onLogin }: { onLogin: () => void }) {
  const [credential, setCredential] = useState('');
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const login = async () => {
    setBusy(true);
    try {
      await call('POST', '/api/v2/console/login', { credential: credential.trim() });
      onLogin();
    } catch (caught) {
      setError(caught);
    } finally {
      setBusy(false);
    }
  };
  return (
    <main class="login">
      <h1>Log in</h1>
      <p class="quiet">
        With a key, a token of your OpenID Connect issuer, or the management credential (SERVICE_SECRET_KEY).
        You may do here what it allows. Keys are created on the machine of the service, on the page System.
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void login();
        }}
      >
        <label>
          Credential
          <input
            type="password"
            autocomplete="current-password"
            required
            value={credential}
            onInput={(event) => setCredential(event.currentTarget.value)}
          />
        </label>
        <button class="primary" disabled={isBusy}>
          Log in
        </button>
      </form>
      {error !== null && <Problem error={error} />}
    </main>
  );
}
