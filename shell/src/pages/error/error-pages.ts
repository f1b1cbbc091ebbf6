/** Texts and actions of one error page. */
export interface ErrorPageText {
  title: string
  message: string
  button: { label: string; to: string }
  /** The user is logged out when the page opens. */
  logsOut?: boolean
  /** Adds the line "If the error persists, please contact us" (D1-2.5-23). */
  contact: boolean
}

const home = { label: 'Return to home', to: '/' }
const unavailable: ErrorPageText = {
  title: 'SERVICE UNAVAILABLE',
  message: 'The platform is temporarily unavailable.',
  button: home,
  contact: true,
}

const pages: Record<string, ErrorPageText> = {
  401: {
    title: 'UNAUTHORIZED',
    message: 'Oops! You are not authenticated, please sign in again.',
    button: { label: 'Sign in', to: '/auth/login' },
    logsOut: true,
    contact: true,
  },
  403: {
    title: 'PERMISSION DENIED',
    message:
      'Oops! You do not have the permissions to access this resource. Please get in touch with your system administrator.',
    button: home,
    contact: true,
  },
  404: {
    title: 'NOT FOUND',
    message: 'Oops! We are very sorry, but the requested resource could not be found.',
    button: home,
    contact: true,
  },
  410: unavailable,
  503: unavailable,
  504: {
    title: 'SERVICE TIMEOUT',
    message: 'The platform is too busy. Please try again later or contact the administrator.',
    button: home,
    contact: true,
  },
  noAgreementOrTerms: {
    title: 'Sorry, login was not successful',
    message:
      'You have not agreed to the Terms of Service and/or the Privacy Policy. Please contact support to get access.',
    button: { label: 'Return to log in', to: '/auth/login' },
    logsOut: true,
    contact: false,
  },
}

const other: ErrorPageText = {
  title: 'Sorry, something went wrong',
  message: 'The platform is under heavy load. Please try again in a few minutes.',
  button: home,
  contact: true,
}

/** Texts for the id of the path (D1-2.5-02 to D1-2.5-17); the general ones for unknown and missing ids (D1-2.5-18). */
export const errorPageOf = (id: string | undefined): ErrorPageText =>
  (id && Object.hasOwn(pages, id) ? pages[id] : undefined) ?? other
