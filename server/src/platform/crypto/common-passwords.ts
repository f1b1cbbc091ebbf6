import { ApiError } from '../../platform/http/api-error.ts'

/** Guesses below which a password is one of the first that are tried (zxcvbn: "very guessable"). */
const fewestGuesses = 1e6
/** What is more is looked at no longer: the time grows with the square. */
const mostCharacters = 40

/** What people put before a year when a rule asks for a digit; the estimator takes the two for unrelated. */
const dated = ['spring', 'summer', 'autumn', 'fall', 'winter', 'password', 'welcome', 'lamella']
const months = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2000, month)).toLowerCase(),
)
const years = Array.from({ length: 31 }, (_, index) => String(2010 + index))
const datedWords = [...dated, ...months].flatMap((word) => years.map((year) => word + year))

/** Loaded when the first password is set: its dictionary takes 10 MB. */
const createEstimator = async () => {
  const { ZxcvbnFactory } = await import('@zxcvbn-ts/core')
  const { adjacencyGraphs, dictionary } = await import('@zxcvbn-ts/language-common')
  return new ZxcvbnFactory({ dictionary: { ...dictionary, dated: datedWords }, graphs: adjacencyGraphs })
}
let estimator: ReturnType<typeof createEstimator> | undefined

/**
 * Refuses what lists of common passwords begin with, with its usual disguises, and what is made of the own data.
 * @param ownWords - address and names of whoever sets the password
 * @throws ApiError ERR_1020
 */
export const refuseCommonPassword = async (password: string, ownWords: readonly string[]): Promise<void> => {
  estimator ??= createEstimator()
  const words = ownWords.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]).filter((word) => word.length > 2)
  const { guesses } = (await estimator).check(password.slice(0, mostCharacters), words)
  if (guesses < fewestGuesses) throw new ApiError('ERR_1020')
}
