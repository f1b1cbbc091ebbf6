import { failingTo, imageQuery, projectQuery } from '@lamella/shared/queries'
import { Tooltip } from '@mantine/core'
import { IconHome } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import css from './breadcrumb.module.css'
import type { Crumb } from './crumbs.ts'

/** Name of the project or image of a segment (D1-2.6-14); label plus id when the look-up fails (D1-2.6-15). */
const useLabel = (crumb: Crumb): string => {
  const { kind, label } = crumb
  const id = crumb.id ?? ''
  const project = useQuery({ ...failingTo(null, projectQuery(id)), enabled: kind === 'project' && id !== '' })
  const image = useQuery({ ...failingTo(null, imageQuery(id)), enabled: kind === 'image' && id !== '' })
  if (kind === 'text') return label
  const looked = kind === 'project' ? project : image
  return looked.data?.name ?? (looked.isError ? `${label} ${id}` : label)
}

/** Characters from which an image's name has a tooltip (D1-2.6-17); cut text always has one (contradiction 36). */
const tooltipFrom = 20

const Segment = ({ crumb }: { crumb: Crumb }) => {
  const label = useLabel(crumb)
  const text = useRef<HTMLSpanElement>(null)
  const [cut, setCut] = useState(false)
  // Measured on hover, because the room changes with the window and the rest of the header.
  const measure = (): void => setCut(text.current !== null && text.current.scrollWidth > text.current.clientWidth)
  const explains = cut || (crumb.kind === 'image' && label.length >= tooltipFrom)
  const content = (
    <span ref={text} className={css.label} aria-current={crumb.to ? undefined : 'page'}>
      {label}
    </span>
  )
  return (
    <Tooltip label={label} disabled={!explains} onMouseEnter={measure}>
      {crumb.to ? (
        <Link to={crumb.to} className={css.link}>
          {content}
        </Link>
      ) : (
        content
      )}
    </Tooltip>
  )
}

/** Home link and the trail to the present page; the last item is not a link. */
export const Breadcrumb = ({ crumbs }: { crumbs: readonly Crumb[] }) => (
  <nav aria-label="Breadcrumb" className={css.nav}>
    <ol className={css.trail}>
      <li>
        <Tooltip label="Dashboard">
          <Link to="/" className={css.home} aria-label="Dashboard">
            <IconHome size={16} stroke={1.6} aria-hidden />
          </Link>
        </Tooltip>
      </li>
      {crumbs.map((crumb) => (
        <li key={`${crumb.to}/${crumb.label}/${crumb.id}`}>
          <Segment crumb={crumb} />
        </li>
      ))}
    </ol>
  </nav>
)
