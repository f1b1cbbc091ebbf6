import type { Image, ImageView } from '@lamella/shared/contract'
import { failingTo, imageQuery, imageViewQuery } from '@lamella/shared/queries'
import { Delayed, ErrorState, queryError } from '@lamella/shared/ui'
import { CompareViewer, comparisonOf, withComparison, withoutComparison } from '@lamella/shared/viewer'
import { useQueries } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { mostBeside } from './most-beside.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

interface CompareImagesProps {
  image: Image
  view: ImageView
  frame: (state: ReactNode) => ReactNode
}

/** The image of the address beside those that its parameter `with` names; `compare=swipe`: over each other. */
const CompareImages = ({ image, view, frame }: CompareImagesProps) => {
  const [search, setSearch] = useSearchParams()
  const [ids] = useState(() =>
    [...new Set(search.get('with')?.split(','))].filter((id) => uuid.test(id) && id !== image.id).slice(0, mostBeside),
  )
  // As it was opened: what changes is told to the address, not taken from it.
  const [opened] = useState(search)
  const others = useQueries({ queries: ids.map((id) => failingTo(null, imageQuery(id))) })
  const views = useQueries({ queries: ids.map((id) => failingTo(null, imageViewQuery(id))) })
  const loaded = others.map(({ data }) => data)
  const loadedViews = views.map(({ data }) => data)
  // Stable as long as the answers are: another list would link the views anew.
  const images = useMemo(
    () => [
      { image, view },
      ...loaded.flatMap((one, at) => {
        const itsView = loadedViews[at]
        return one && itsView ? [{ image: one, view: itsView }] : []
      }),
    ],
    [image, view, ...loaded, ...loadedViews],
  )
  const error = queryError('The images could not be opened', ...others, ...views)
  if (error) return frame(<ErrorState {...error} />)
  if (images.length <= ids.length) return frame(<Delayed>Opening images</Delayed>)
  const isSwipe = search.get('compare') === 'swipe' && images.length === 2
  const replace = (change: (search: URLSearchParams) => URLSearchParams): void =>
    setSearch(
      (now) => {
        // A comparison that was left keeps its address.
        return now.has('with') ? change(now) : now
      },
      { replace: true },
    )
  return (
    <CompareViewer
      images={images}
      isSwipe={isSwipe}
      onSwipe={(wanted) =>
        replace((now) => {
          const next = new URLSearchParams(now)
          if (wanted) next.set('compare', 'swipe')
          else next.delete('compare')
          return next
        })
      }
      initial={comparisonOf(
        opened,
        images.map((one) => one.view),
      )}
      onClose={() => setSearch(withoutComparison)}
      onView={(next) => {
        const shown = images.map((one) => one.view)
        if (`${withComparison(search, next, shown)}` !== `${search}`) replace((now) => withComparison(now, next, shown))
      }}
    />
  )
}

export default CompareImages
