import type { ErrorForm } from '@tma/contracts';
import { type App, Refusal, toRefusal } from '@tma/kit';

/**
 * Says what kit refuses for all services (a body that is no JSON, a field of the wrong kind) with the codes that clients
 * of GoTrue (`internal/api/apierrors/errorcode.go`) and PostgREST ("Errors") know.
 */
export function inWordsOf(form: ErrorForm, error: unknown): Refusal {
  const refusal = toRefusal(error);
  if (form === 'problem' || refusal.code !== 'invalid_request') return refusal;
  const { cause } = refusal.details;
  const [code, message] =
    cause instanceof BadJson
      ? badJson(form, cause)
      : [form === 'gotrue' ? 'validation_failed' : '22023', refusal.message];
  return new Refusal(refusal.status, code, message, refusal.details);
}

const badJson = (form: ErrorForm, { message }: BadJson): [code: string, message: string] =>
  form === 'gotrue'
    ? ['bad_json', `Could not parse request body as JSON: ${message}`]
    : ['PGRST102', 'Empty or invalid json'];

class BadJson extends Error {
  readonly statusCode = 400;
}

/** Lets a body that is no JSON be refused with the reason, as GoTrue does. */
export function explainBadJson(app: App) {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    return parse(request, body as string, (error, value) => done(error && new BadJson(reason(String(body))), value));
  });
}

function reason(text: string): string {
  try {
    JSON.parse(text);
    return 'forbidden key';
  } catch (error) {
    const { message } = error as SyntaxError;
    return message.charAt(0).toLowerCase() + message.slice(1);
  }
}
