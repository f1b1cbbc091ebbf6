import type { Image } from '@lamella/shared/contract'
import { failingTo, imagePageQuery, pictureQuery } from '@lamella/shared/queries'
import { Dialog, DialogActions, FilterField, ProtectedPicture } from '@lamella/shared/ui'
import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import css from './compare-dialog.module.css'
import { mostBeside } from './most-beside.ts'

interface CompareDialogProps {
  image: Image
  onClose: () => void
}

/** Chooses up to three images of the project that are shown beside the open one. */
const CompareDialog = ({ image, onClose }: CompareDialogProps) => {
  const navigate = useNavigate()
  const location = useLocation()
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const words = name.trim()
  const question = { 'filter[scope]': 'available', ...(words && { 'filter[name]': words }) } as const
  const page = useQuery({
    ...failingTo(null, imagePageQuery(image.project, question, null)),
    placeholderData: keepPreviousData,
  })
  const others = page.data?.filter(({ id }) => id !== image.id) ?? []
  const compare = (): void => {
    // The open image keeps its view.
    const search = new URLSearchParams(location.search)
    search.set('image', image.id)
    search.set('with', chosen.join(','))
    navigate({ search: `${search}` })
  }
  const toggle = (id: string): void =>
    setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  return (
    <Dialog opened title="Compare with other images" onClose={onClose}>
      <FilterField label="Filter images" value={name} onChange={setName} width={400} />
      <ul className={css.list} aria-label="Images">
        {others.map(({ id, name: itsName, thumbnailUrl }) => {
          const isChosen = chosen.includes(id)
          return (
            <li key={id}>
              <label>
                <input
                  type="checkbox"
                  checked={isChosen}
                  disabled={!isChosen && chosen.length >= mostBeside}
                  onChange={() => toggle(id)}
                />
                <span className={css.picture}>
                  <ProtectedPicture url={thumbnailUrl} pictureQuery={pictureQuery} />
                </span>
                <bdi>{itsName}</bdi>
              </label>
            </li>
          )
        })}
      </ul>
      {page.isError && <p role="alert">The images could not be loaded.</p>}
      {page.data && others.length === 0 && <p>No other images found.</p>}
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={chosen.length === 0} onClick={compare}>
          {chosen.length === 0 ? 'Compare images' : `Compare ${chosen.length + 1} images`}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

export default CompareDialog
