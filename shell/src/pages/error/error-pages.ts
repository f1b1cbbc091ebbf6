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

const heavyLoad = 'The platform is under heavy load. Please try again in a few minutes.'
/** Statuses of a server, or of a proxy before it, that has too much to do. */
const ofLoad = [429, 502, 503, 504]

/** What the page says where it has no id of its own (D1-2.5-18); what has failed is not always the load. */
const messageOf = (status: number | null | undefined): string => {
  if (status === undefined || (status !== null && ofLoad.includes(status))) return heavyLoad
  if (status === null)
    return 'The server did not give a usable answer. Please check your network connection, and try again.'
  return status >= 500
    ? 'The server has made an error. Please try again; nothing that was saved is lost.'
    : 'The server has refused to answer this. Please try again.'
}

/**
 * Texts for the id of the path (D1-2.5-02 to D1-2.5-17); the general ones for unknown and missing ids.
 * @param status - of the answer that has led to the page; null: there was none; undefined: not known
 */
export const errorPageOf = (id: string | undefined, status?: number | null): ErrorPageText =>
  (id && Object.hasOwn(pages, id) ? pages[id] : undefined) ?? {
    title: 'Sorry, something went wrong',
    message: messageOf(status),
    button: home,
    contact: true,
  }
