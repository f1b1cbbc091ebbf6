import { failingTo, imageQuery, projectQuery } from '@lamella/shared/queries'
import { Tooltip } from '@mantine/core'
import { IconHome } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import css from './breadcrumb.module.css'
import type { Crumb } from './crumbs.ts'

/** The name behind a project or image segment; label plus id when the look-up fails (document 1 §2.6). */
const useLabel = (crumb: Crumb): string => {
  const { kind, label } = crumb
  const id = crumb.id ?? ''
  const project = useQuery({ ...failingTo(null, projectQuery(id)), enabled: kind === 'project' && id !== '' })
  const image = useQuery({ ...failingTo(null, imageQuery(id)), enabled: kind === 'image' && id !== '' })
  if (kind === 'text') return label
  const looked = kind === 'project' ? project : image
  return looked.data?.name ?? (looked.isError ? `${label} ${id}` : label)
}

/** From 20 characters on an image's name has a tooltip, as has every text that is cut (contradictions.md 36). */
const tooltipFrom = 20

const Segment = ({ crumb }: { crumb: Crumb }) => {
  const label = useLabel(crumb)
  const text = useRef<HTMLSpanElement>(null)
  const [cut, setCut] = useState(false)
  // Asked when it matters: the room changes with the window and with what else is in the header.
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
