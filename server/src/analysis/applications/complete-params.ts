import type { AnalysisApplication } from './application.ts'

/** Parameters as an application reads them: absent ones have their defaults. @param given as submitted */
export const completeParams = (
  { params }: Pick<AnalysisApplication, 'params'>,
  given: Record<string, unknown>,
): Record<string, unknown> => ({
  ...Object.fromEntries(Object.entries(params.properties).map(([key, schema]) => [key, schema.default])),
  ...given,
})
