import { emailAddress, maxInvitations } from '@lamella/shared/contract'
import { formatNumber } from '@lamella/shared/ui'

/**
 * The server's rule for addresses: the stricter pattern of the log-in forms would refuse real ones (contradiction 38).
 */
export const isAddress = (email: string): boolean => emailAddress.safeParse(email).success

/**
 * The addresses of a text: separated by commas, semicolons, spaces or lines, also as mail programs write them (`Ada <ada@lab.org>`),
 * whose names are left out. What is no address stays in the list, to be named.
 */
const addressesIn = (text: string): string[] =>
  text.split(/[\n;]/).flatMap((line) =>
    line.split(/<([^<>]*)>/).flatMap((part, index, parts) => {
      if (index % 2 === 1) return [part.trim()]
      const words = part.split(/[,\s]+/).filter((word) => word !== '')
      // Beside an address in brackets, words are a name, which may have a comma.
      return parts.length === 1 ? words : words.filter((word) => word.includes('@'))
    }),
  )

/** Whether the text typed so far is to become entries: it has a separator after an address, or several of them. */
export const isComplete = (text: string): boolean =>
  /[,;\n\t]/.test(text) ||
  /<[^<>]*>/.test(text) ||
  (/\s/.test(text.trimStart()) && isAddress(text.trim().split(/\s/)[0] ?? ''))

const keyOf = (address: string): string => address.toLowerCase()

const bare = (text: string): string => text.replace(/^[<("']+|[>)"']+$/g, '')

/** What was typed or pasted as addresses: without the brackets of mail programs, each once whatever its case. */
export const tidied = (typed: readonly string[]): string[] => {
  const byKey = new Map<string, string>()
  for (const address of typed.flatMap(addressesIn).map(bare)) {
    const key = keyOf(address)
    if (key !== '' && !byKey.has(key)) byKey.set(key, address)
  }
  return [...byKey.values()]
}

/** Those that are in a list more than once whatever their case, each once. */
export const repeated = (typed: readonly string[]): string[] => {
  const all = typed.flatMap(addressesIn).map(bare)
  return tidied(all.filter((address, index) => all.findIndex((other) => keyOf(other) === keyOf(address)) < index))
}

/** Names of wrong addresses that a message spells out. */
const mostNamed = 3

/** What prevents the sending; undefined: nothing. */
export const problemOf = (emails: readonly string[]): string | undefined => {
  const wrong = emails.filter((email) => !isAddress(email))
  const [first] = wrong
  if (wrong.length > 1) {
    const more = wrong.length > mostNamed ? ` and ${formatNumber(wrong.length - mostNamed)} more` : ''
    return `${formatNumber(wrong.length)} of these are no email addresses: ${wrong.slice(0, mostNamed).join(', ')}${more}`
  }
  if (first !== undefined) return `${first}: Please provide a valid email address!`
  if (emails.length > maxInvitations) return `At most ${formatNumber(maxInvitations)} people can be invited at once.`
  return undefined
}

/** What was left out of the list because it is there already; undefined: nothing. */
export const repeatedText = (emails: readonly string[]): string | undefined => {
  const [first] = emails
  if (first === undefined) return undefined
  if (emails.length === 1) return `${first} was there already, and is invited once.`
  const more = emails.length > mostNamed ? ` and ${formatNumber(emails.length - mostNamed)} more` : ''
  return `${formatNumber(emails.length)} were there already, and are invited once: ${emails.slice(0, mostNamed).join(', ')}${more}`
}
