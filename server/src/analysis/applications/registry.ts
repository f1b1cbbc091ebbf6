import type { AnalysisApplication } from './application.ts'
import { dabScoring } from './dab-scoring/1.0.0/application.ts'

/** All applications, newest version of each first. */
export const applications: readonly AnalysisApplication[] = [dabScoring]

/** A version of an application; undefined when there is none. Retired versions are found too. */
export const findApplication = (name: string, version: string): AnalysisApplication | undefined =>
  applications.find((application) => application.name === name && application.version === version)
