import { ApiError } from '../../platform/http/api-error.ts'

/** Estimated guesses below which a password counts as common: zxcvbn's score 1, "very guessable" (Wheeler 2016; ADR 43). */
const fewestGuesses = 1e6
/** Only so many characters are estimated, because the time grows with their square. */
const mostCharacters = 40

/** Words that are often followed by a year to satisfy a rule for digits; the estimator treats word and year as unrelated. */
const dated = ['spring', 'summer', 'autumn', 'fall', 'winter', 'password', 'welcome', 'lamella']
const months = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2000, month)).toLowerCase(),
)
const years = Array.from({ length: 31 }, (_, index) => String(2010 + index))
const datedWords = [...dated, ...months].flatMap((word) => years.map((year) => word + year))

/** Loaded when the first password is set, because its dictionary takes 10 MB. */
const createEstimator = async () => {
  const { ZxcvbnFactory } = await import('@zxcvbn-ts/core')
  const { adjacencyGraphs, dictionary } = await import('@zxcvbn-ts/language-common')
  return new ZxcvbnFactory({ dictionary: { ...dictionary, dated: datedWords }, graphs: adjacencyGraphs })
}
let estimator: ReturnType<typeof createEstimator> | undefined

/**
 * Refuses passwords that are easy to guess: common ones, also with usual substitutions, and ones made of the user's own data.
 * @param ownWords - address, names and organisation of the user
 * @throws ApiError ERR_1020
 */
export const refuseCommonPassword = async (password: string, ownWords: readonly string[]): Promise<void> => {
  estimator ??= createEstimator()
  const words = ownWords.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]).filter((word) => word.length > 2)
  const { guesses } = (await estimator).check(password.slice(0, mostCharacters), words)
  if (guesses < fewestGuesses) throw new ApiError('ERR_1020')
}
