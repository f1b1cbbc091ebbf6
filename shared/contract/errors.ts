/**
 * The one catalogue of errors: every error answer of the API is `{"errors":[{"code","detail"}]}` with a code from here.
 * ERR_5001, ERR_5006 to ERR_5008, ERR_2000 and some of ERR_0xxx are codes of the specification (D1-8-38, D1-8-39,
 * D3-8-26 to D3-8-29); the others are ours. `detail` is a sentence that may be shown to a user.
 */
export const errorCatalogue = {
  ERR_0400: { status: 400, detail: 'Bad request' },
  ERR_0401: { status: 401, detail: 'Unauthorized' },
  ERR_0403: { status: 403, detail: 'Permission denied' },
  ERR_0404: { status: 404, detail: 'Not found' },
  ERR_0405: { status: 405, detail: 'Method not allowed' },
  ERR_0408: { status: 408, detail: 'The request took too long to arrive.' },
  ERR_0409: { status: 409, detail: 'Conflict' },
  ERR_0410: { status: 410, detail: 'Gone' },
  ERR_0413: { status: 413, detail: 'Payload too large' },
  ERR_0415: { status: 415, detail: 'Unsupported media type' },
  ERR_0416: { status: 416, detail: 'The range lies beyond the end of the file.' },
  ERR_0429: { status: 429, detail: 'Too many requests. Try again in a moment.' },
  ERR_0431: { status: 431, detail: 'The headers of the request are too long.' },
  ERR_0500: { status: 500, detail: 'Unexpected server error' },
  ERR_0503: { status: 503, detail: 'Service unavailable' },

  ERR_1001: { status: 401, detail: 'Error 401: the email address and the password do not match.' },
  ERR_1002: { status: 401, detail: 'The session is no longer valid. Log in again.' },
  ERR_1003: { status: 400, detail: 'This link is not valid or has expired. Request a new one.' },
  ERR_1004: { status: 403, detail: 'Sign-up is disabled.' },
  ERR_1005: { status: 403, detail: 'The organization has no active portal subscription.' },
  ERR_1006: { status: 401, detail: 'The application is not known: its id or secret is wrong.' },
  ERR_1007: { status: 400, detail: 'This grant type is not supported.' },
  ERR_1008: { status: 403, detail: 'The Terms of Service and the Privacy Policy have not been accepted.' },
  ERR_1009: { status: 400, detail: 'The current password is not correct.' },
  ERR_1010: { status: 409, detail: 'The owner of the organization and your own account cannot be changed here.' },
  ERR_1011: { status: 415, detail: 'Use a picture in PNG, JPEG or WebP format of at most 5 MB.' },

  ERR_1020: { status: 400, detail: 'This password is among the first that are guessed. Choose a less common one.' },
  ERR_1021: {
    status: 401,
    detail: 'This account asks for a code of your authenticator app. If there is no field for it, reload the page.',
  },
  ERR_1022: { status: 400, detail: 'This code is not correct or was used before. Wait for the next one.' },
  ERR_1023: { status: 403, detail: 'Your organization asks for two-step verification. Set it up to go on.' },

  ERR_2000: { status: 412, detail: 'Invalid file upload reference' },
  ERR_2001: { status: 409, detail: 'The part does not start where the stored bytes end.' },
  ERR_2002: { status: 400, detail: 'The Content-Range header is missing or not valid.' },
  ERR_2003: {
    status: 409,
    detail: 'The stored bytes differ from what was sent: the checksums do not match. Upload the file again.',
  },
  ERR_2004: { status: 413, detail: 'The file is larger than the maximum upload size.' },
  ERR_2005: { status: 507, detail: 'The server has no room left for this file. Nothing was lost; try again later.' },
  ERR_2006: { status: 409, detail: 'This upload is already finished or was cancelled.' },
  ERR_2007: { status: 409, detail: 'Another request is writing to this upload.' },
  ERR_2008: { status: 400, detail: 'The part is not as long as its Content-Range says.' },

  ERR_3001: { status: 404, detail: 'The image has no such tile.' },
  ERR_3002: { status: 409, detail: 'The image is not available yet.' },

  ERR_4001: { status: 409, detail: 'The application cannot analyse this image.' },
  ERR_4002: { status: 404, detail: 'There is no such application or version.' },
  ERR_4003: { status: 409, detail: 'The analysis has no result yet.' },
  ERR_4004: { status: 400, detail: 'The parameters do not fit the application.' },
  ERR_4005: { status: 400, detail: 'The correction does not fit the result.' },
  ERR_4006: { status: 409, detail: 'The job had ended already. It was not cancelled, and nothing was deleted.' },

  ERR_5001: { status: 403, detail: 'Your organization has reached the maximum number of projects.' },
  ERR_5002: { status: 403, detail: 'Your organization has reached the maximum number of users.' },
  ERR_5003: { status: 403, detail: 'Your organization has reached the maximum number of annotations.' },
  ERR_5006: { status: 403, detail: 'Your organization has reached the maximum number of analysis jobs.' },
  ERR_5007: { status: 403, detail: 'Your organization reached the maximum number of images.' },
  ERR_5008: { status: 403, detail: 'Your organization reached the maximum storage.' },

  ERR_5011: { status: 409, detail: 'This person is already a contributor of the project.' },
  ERR_5012: { status: 409, detail: 'This person is not a contributor of the project.' },
  ERR_5013: { status: 412, detail: 'Somebody else has changed this in the meantime. Look again, then decide.' },
  ERR_5014: { status: 409, detail: 'The owner cannot leave a project. Transfer the ownership first.' },
  ERR_5015: { status: 400, detail: 'The project cannot be shared with this person in this way.' },

  ERR_6001: { status: 409, detail: 'This version already exists with different content.' },
  ERR_6002: { status: 404, detail: 'There is no such remote or version.' },
  ERR_6003: { status: 409, detail: 'There is no earlier version to go back to.' },
  ERR_6004: { status: 422, detail: 'The release is incomplete or damaged.' },
  ERR_6005: { status: 409, detail: 'The release does not fit what is active.' },
  ERR_6006: {
    status: 412,
    detail: 'What is active was changed by somebody else in the meantime. Look again, then decide.',
  },
  ERR_6007: { status: 403, detail: 'This token may not do that.' },
  ERR_6008: { status: 409, detail: 'This version is still needed.' },
  ERR_6009: {
    status: 428,
    detail:
      'A change names the state that it replaces: the pointer of the app as If-Match. A lamella command from before that does so with --expect and the active version.',
  },

  ERR_7001: { status: 412, detail: 'This was changed by somebody else in the meantime. Look again, then decide.' },
  ERR_7002: { status: 409, detail: 'The label set has a label of this name already.' },
  ERR_7003: { status: 400, detail: 'The shape is too small.' },
  ERR_7004: { status: 400, detail: 'This type of geometry is not known.' },
  ERR_7005: { status: 400, detail: 'The geometry cannot be read.' },
  ERR_7006: { status: 400, detail: 'The shape lies outside the image.' },
  ERR_7007: { status: 409, detail: 'An object with this id exists already.' },
  ERR_7008: { status: 400, detail: 'The outline crosses itself too often.' },
  ERR_7009: { status: 409, detail: 'The image has the maximum number of regions of interest.' },
  ERR_7010: { status: 409, detail: 'Another object of the same step could not be changed, so nothing of it was.' },
} as const satisfies Record<`ERR_${number}`, { status: number; detail: string }>

export type ErrorCode = keyof typeof errorCatalogue

/** The codes about limits, which never redirect to /error/403, but are handled by the caller (D1-8-16, D1-8-38). */
export const locallyHandledCodes: readonly ErrorCode[] = ['ERR_5001', 'ERR_5006', 'ERR_5007', 'ERR_5008']
