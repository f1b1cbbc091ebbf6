import type { AnalysisApplication } from './application.ts'
import { collagenArea } from './collagen-area/application.ts'
import { retiredCollagenArea } from './collagen-area/retired.ts'
import { dabScoring } from './dab-scoring/application.ts'
import { retiredDabScoring } from './dab-scoring/retired.ts'
import { ki67Breast } from './ki67-breast/application.ts'
import { retiredKi67Breast } from './ki67-breast/retired.ts'
import { nuclei } from './nuclei/application.ts'
import { retiredNuclei } from './nuclei/retired.ts'
import { sarcomereLength } from './sarcomere-length/application.ts'
import { retiredSarcomereLength } from './sarcomere-length/retired.ts'

/** All applications, newest version of each first. */
export const applications: readonly AnalysisApplication[] = [
  ...[dabScoring, ...retiredDabScoring],
  ...[ki67Breast, ...retiredKi67Breast],
  ...[nuclei, ...retiredNuclei],
  ...[collagenArea, ...retiredCollagenArea],
  ...[sarcomereLength, ...retiredSarcomereLength],
]

/** A version of an application; undefined when there is none. Retired versions are found too. */
export const findApplication = (name: string, version: string): AnalysisApplication | undefined =>
  applications.find((application) => application.name === name && application.version === version)
