import type { Application, Image } from '@lamella/shared/contract'
import { useState } from 'react'
import { useChosenImages } from './use-chosen-images.ts'
import { type CheckedImage, useSuitability } from './use-suitability.ts'

/** Name and version, which no other application has. */
export const keyOfApplication = ({ name, version }: Pick<Application, 'name' | 'version'>): string =>
  `${name} ${version}`

/** What must be done before the analysis; null: nothing. */
const hintOf = (images: number, isReading: boolean, areParamsValid: boolean, refused: number): string | null => {
  // Never a job for a part of the choice.
  if (isReading) return 'The chosen images are being read'
  if (images === 0) return 'Choose images first'
  if (!areParamsValid) return 'Correct the parameters first'
  if (refused < images) return null
  return images === 1 ? 'This image is refused' : 'All chosen images are refused'
}

/** What becomes one job per image. */
export interface AnalysisOrder {
  application: Application
  images: readonly Image[]
  /** Chosen ones that the application refuses: they are left out. */
  refused: readonly CheckedImage[]
  params: Record<string, unknown>
}

interface AnalysisDraftOptions {
  projectId: string
  /** Applications that can be chosen, the first of which is it at first; undefined while they load. */
  offered: readonly Application[] | undefined
  /** Images chosen at first. */
  preselected: readonly string[]
  /** Only who may analyse has the images checked. */
  canEdit: boolean
}

/** An analysis that is not submitted yet: application, images and parameters, and what the server says of the images. */
export const useAnalysisDraft = ({ projectId, offered, preselected, canEdit }: AnalysisDraftOptions) => {
  const [key, setKey] = useState<string | null>(null)
  /** Null while a parameter is invalid. */
  const [params, setParams] = useState<Record<string, unknown> | null>({})
  const [chosen, setChosen] = useState<string[]>(() => [...new Set(preselected)])
  const application = offered?.find((candidate) => keyOfApplication(candidate) === key) ?? offered?.[0]
  const { images, isReading, leftOut } = useChosenImages(projectId, chosen)
  const checked = useSuitability(projectId, images, canEdit && application ? application : null)
  const refused = checked.filter(({ state }) => state === 'refused')
  const accepted = images.filter(({ id }) => !refused.some(({ image }) => image.id === id))

  const chooseApplication = (candidate: Application): void => {
    setKey(keyOfApplication(candidate))
    setParams({})
  }
  const order: AnalysisOrder | null = application && params ? { application, images: accepted, refused, params } : null
  return {
    application,
    chooseApplication,
    params,
    setParams,
    chosen,
    setChosen,
    images,
    leftOut,
    checked,
    hint: hintOf(images.length, isReading, params !== null, refused.length),
    /** Null while a parameter is invalid. */
    order,
  }
}

export type AnalysisDraft = ReturnType<typeof useAnalysisDraft>
