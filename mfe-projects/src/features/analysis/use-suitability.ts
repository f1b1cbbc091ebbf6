import type { Image, SuitabilityCheck } from '@lamella/shared/contract'
import { suitabilityQuery } from '@lamella/shared/queries'
import { useQuery } from '@tanstack/react-query'

/** State of the check of a chosen image; `unknown` while there is no answer, or none can be had. */
export interface CheckedImage {
  image: Image
  state: 'unknown' | 'checking' | 'failed' | 'fits' | 'doubtful' | 'refused'
  /** Why the image is doubtful or refused, or could not be checked. */
  reasons: readonly string[]
}

const checkedImage = (image: Image, check: SuitabilityCheck | undefined): CheckedImage => {
  if (!check) return { image, state: 'unknown', reasons: [] }
  const { status, error, suitability } = check
  if (suitability) return { image, state: suitability.verdict, reasons: suitability.reasons }
  return { image, state: status === 'failed' ? 'failed' : 'checking', reasons: error === null ? [] : [error] }
}

/** Whether images suit an application, checked by the server. @param application - null: nothing is checked */
export const useSuitability = (
  images: readonly Image[],
  application: { name: string; version: string } | null,
): CheckedImage[] => {
  const ids = images.map(({ id }) => id)
  const { data } = useQuery({
    ...suitabilityQuery(ids, application ?? { name: '', version: '' }),
    enabled: application !== null && ids.length > 0,
  })
  return images.map((image) => checkedImage(image, data?.[image.id]))
}
