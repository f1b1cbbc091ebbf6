import type { Image, SuitabilityCheck, SuitabilityMeasurements } from '@lamella/shared/contract'
import { suitabilitiesQuery } from '@lamella/shared/queries'
import { useQuery } from '@tanstack/react-query'

/** State of the check of a chosen image; `unknown`: no answer can be had. */
export interface CheckedImage {
  image: Image
  state: 'unknown' | 'checking' | 'failed' | 'fits' | 'doubtful' | 'refused'
  /** Why the image is doubtful or refused, or could not be checked. */
  reasons: readonly string[]
  /** What was measured of it; null: nothing yet, or nothing had to be. */
  measurements: SuitabilityMeasurements | null
}

const checkedImage = (image: Image, check: SuitabilityCheck | undefined, isAsked: boolean): CheckedImage => {
  if (!check) return { image, state: isAsked ? 'checking' : 'unknown', reasons: [], measurements: null }
  const { status, error, suitability } = check
  if (suitability) {
    const { verdict, reasons, measurements } = suitability
    return { image, state: verdict, reasons, measurements }
  }
  const state = status === 'failed' ? 'failed' : 'checking'
  return { image, state, reasons: error === null ? [] : [error], measurements: null }
}

/** Whether images suit an application, checked by the server. @param application - null: nothing is checked */
export const useSuitability = (
  projectId: string,
  images: readonly Image[],
  application: { name: string; version: string } | null,
): CheckedImage[] => {
  const { data, isLoading, isPlaceholderData } = useQuery({
    ...suitabilitiesQuery(projectId, images, application ?? { name: '', version: '' }),
    enabled: application !== null && images.length > 0,
  })
  return images.map((image) => checkedImage(image, data?.[image.id], isLoading || isPlaceholderData))
}
