import type { Annotation } from '@lamella/shared/contract'
import { boxOf, type Geometry, geometryOfWkt, polygonsOf, previewBox, type Ring } from '@lamella/shared/geometry'
import { pictureQuery } from '@lamella/shared/queries'
import { ProtectedPicture } from '@lamella/shared/ui'
import { useMemo } from 'react'
import css from './annotation-picture.module.css'

const pathOf = (positions: Ring): string => `M${positions.map(([x, y]) => `${x} ${y}`).join('L')}`

/** A dot is a line without a length, of a width that does not change with the picture. */
const outlineOf = (geometry: Geometry): string => {
  if (geometry.type === 'Point') return `M${geometry.coordinates.join(' ')}h0`
  if (geometry.type === 'LineString') return pathOf(geometry.coordinates)
  return polygonsOf(geometry)
    .flat()
    .map((ring) => `${pathOf(ring)}Z`)
    .join('')
}

interface AnnotationPictureProps {
  annotation: Pick<Annotation, 'geometry' | 'previewUrl'>
  /** Of its outline; null: dashes of black and white. */
  color: string | null
}

/** The part of an image around an annotation, with its outline. Decorative: what it is is said beside it. */
export const AnnotationPicture = ({ annotation: { geometry: text, previewUrl }, color }: AnnotationPictureProps) => {
  const { viewBox, outline, isPoint } = useMemo(() => {
    const geometry = geometryOfWkt(text)
    const [left, top, right, bottom] = previewBox(geometry)
    const [fromX, fromY, toX, toY] = boxOf(geometry)
    return {
      viewBox: `${left} ${top} ${right - left} ${bottom - top}`,
      outline: outlineOf(geometry),
      isPoint: fromX === toX && fromY === toY,
    }
  }, [text])
  return (
    <>
      <ProtectedPicture url={previewUrl} pictureQuery={pictureQuery} />
      <svg className={css.outline} viewBox={viewBox} data-point={isPoint || undefined} aria-hidden>
        <path className={css.under} d={outline} />
        <path className={css.line} d={outline} style={color ? { stroke: color } : { strokeDasharray: '4 3' }} />
      </svg>
    </>
  )
}
