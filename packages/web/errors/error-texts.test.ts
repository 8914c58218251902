import { describe, expect, it } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import {
  addTehsilError,
  adminSignInError,
  adminSignUpError,
  inviteError,
  newRequestError,
  signInError,
  signUpError,
} from './error-texts.ts';

/** As auth-js throws it. */
const authError = (code: string, message: string) => Object.assign(new Error(message), { code });
const failed = (status: number, message = '', errors: ApiError['errors'] = []) =>
  new ApiError(status, '', message, errors);

const tables: [string, (error: unknown) => string | null, [Error, string | null][]][] = [
  [
    'resident sign-in',
    signInError,
    [
      [authError('invalid_credentials', 'Invalid login credentials'), 'Invalid email or password. Please try again.'],
      [authError('email_not_confirmed', 'Email not confirmed'), 'Please verify your email before signing in.'],
      [authError('over_request_rate_limit', 'Request rate limit reached'), 'Signin failed: Request rate limit reached'],
      [new Error('Failed to fetch'), 'Signin failed: Failed to fetch'],
      [failed(0), 'Signin failed: The server could not be reached.'],
      [
        authError('not_loaded', 'Failed to fetch'),
        'Signin failed: A part of this page could not be loaded. Load the page again.',
      ],
    ],
  ],
  [
    'resident sign-up',
    signUpError,
    [
      [
        authError('user_already_exists', 'User already registered'),
        'Email already exists. Please use a different email.',
      ],
      [authError('weak_password', 'Password is too weak'), 'Signup failed: Password is too weak'],
      [
        authError('validation_failed', 'Unable to validate email address: invalid format'),
        'Signup failed: Unable to validate email address: invalid format',
      ],
      [new Error('Failed to fetch'), 'Signup failed: Failed to fetch'],
    ],
  ],
  [
    'invite',
    inviteError,
    [
      [failed(403, 'no'), 'Failed to send invitation.'],
      [failed(500), 'Failed to send invitation.'],
      [failed(0), null],
    ],
  ],
  [
    'admin sign-up',
    adminSignUpError,
    [
      [failed(401, 'no'), 'Invalid Secret Key'],
      [failed(400, 'Password is too weak'), 'Password is too weak'],
      [failed(400), 'Email already exists'],
      [failed(500, 'broken'), 'Server Error: broken'],
      [failed(500), 'Server error during registration'],
      [failed(429, 'Slow down'), 'Slow down'],
      [failed(503), 'Admin Signup Failed'],
      [failed(0), 'Admin Signup Failed'],
    ],
  ],
  [
    'admin sign-in',
    adminSignInError,
    [
      [failed(400, 'whatever'), 'Invalid credentials'],
      [failed(429, 'Slow down'), 'An error occurred'],
      [failed(500, 'out of order'), 'An error occurred'],
      [failed(0), 'An error occurred'],
    ],
  ],
  [
    'new request',
    newRequestError,
    [
      [failed(401, 'no token'), 'Authentication required. Please sign in again.'],
      [failed(400, 'Missing: issue'), 'Failed to submit request: Missing: issue'],
      [failed(0), 'Failed to submit the request. Please try again.'],
      [failed(502), 'Failed to submit the request. Please try again.'],
    ],
  ],
  [
    'add tehsil',
    addTehsilError,
    [
      [failed(400, 'whatever'), 'Tehsil Already Exists'],
      [failed(401), 'A Broblem Occured while Adding tehsil'],
      [failed(500, 'out of order'), 'A Broblem Occured while Adding tehsil'],
      [failed(0), 'A Broblem Occured while Adding tehsil'],
    ],
  ],
];

for (const [form, words, rows] of tables) {
  describe(form, () => {
    it.each(rows)('%o', (error, text) => {
      expect(words(error)).toBe(text);
    });
  });
}

it('no text is chosen by the words of a message', () => {
  const invalid = new Error('Invalid login credentials: Email not confirmed, User already registered');
  expect(signInError(invalid)).toBe(`Signin failed: ${invalid.message}`);
  expect(signUpError(invalid)).toBe(`Signup failed: ${invalid.message}`);
});
