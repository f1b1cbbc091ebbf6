import type { AnalysisApplication } from './application.ts'
import { collagenArea } from './collagen-area/1.0.0/application.ts'
import { dabScoring as dabScoring1 } from './dab-scoring/1.0.0/application.ts'
import { dabScoring as dabScoring2 } from './dab-scoring/2.0.0/application.ts'
import { dabScoring } from './dab-scoring/2.1.0/application.ts'
import { ki67Breast as ki67Breast1 } from './ki67-breast/1.0.0/application.ts'
import { ki67Breast } from './ki67-breast/1.1.0/application.ts'
import { nuclei as nuclei1 } from './nuclei/1.0.0/application.ts'
import { nuclei } from './nuclei/1.1.0/application.ts'
import { sarcomereLength } from './sarcomere-length/1.0.0/application.ts'

/** All applications, newest version of each first. */
export const applications: readonly AnalysisApplication[] = [
  ...[dabScoring, dabScoring2, dabScoring1, ki67Breast, ki67Breast1, nuclei, nuclei1],
  collagenArea,
  sarcomereLength,
]

/** A version of an application; undefined when there is none. Retired versions are found too. */
export const findApplication = (name: string, version: string): AnalysisApplication | undefined =>
  applications.find((application) => application.name === name && application.version === version)
