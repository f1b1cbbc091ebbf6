import type { SampleKind } from '@lamella/shared/contract'
import { Dialog } from '@lamella/shared/ui'
import { Loader, Text, UnstyledButton } from '@mantine/core'
import { IconFolderPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import css from './add-project-dialog.module.css'
import histology from './assets/sample-histology.webp'
import multichannel from './assets/sample-multichannel.webp'
import tem from './assets/sample-tem.webp'
import { sampleContents } from './sample-contents.ts'
import { useCreateSample } from './use-create-sample.ts'

/** The samples with their names (D2-2-48 to D2-2-50). Pictures are made by scripts/make-pictures.mjs. */
const samples: readonly { kind: SampleKind; title: string; text: string; picture: string }[] = [
  {
    kind: 'TEM',
    title: 'Myocardial ultra-structure analysis (TEM)',
    text: 'Sarcomeres and mitochondria at 3.2 nm per pixel',
    picture: tem,
  },
  {
    kind: 'Multichannel',
    title: 'Prostate tumor mouse model (Fluorescence Microscopy)',
    text: 'Multichannel: nuclei, epithelium, smooth muscle, dividing cells',
    picture: multichannel,
  },
  {
    kind: 'Histology',
    title: 'Myocardial fibrosis (Light Microscopy)',
    text: "Whole slide in Masson's trichrome",
    picture: histology,
  },
]

const Item = ({ picture, title, text, holds }: { picture: ReactNode; title: string; text: string; holds?: string }) => (
  <>
    <span className={css.picture}>{picture}</span>
    <span className={css.words}>
      <Text component="span" fw={500}>
        {title}
      </Text>
      <Text component="span" size="sm" c="var(--lm-text2)">
        {text}
      </Text>
      {holds && (
        <Text component="span" size="xs" c="var(--lm-text3)">
          {holds}
        </Text>
      )}
    </span>
  </>
)

interface AddProjectDialogProps {
  /** By which button it was opened. */
  adding: 'project' | 'sample'
  onClose: () => void
  onLimit: () => void
}

/** What can be added to the projects: a new one, or one of the samples (D2-2-44 to D2-2-50). */
const AddProjectDialog = ({ adding, onClose, onLimit }: AddProjectDialogProps) => {
  const creation = useCreateSample(onLimit)
  const title = adding === 'sample' ? 'Add sample project' : 'Create a project'
  return (
    <Dialog opened title={title} onClose={onClose} size={560}>
      <Link to="/projects/new" className={css.item} onClick={onClose}>
        <Item
          picture={<IconFolderPlus size={28} stroke={1.5} aria-hidden />}
          title="Create new project"
          text="For your own images"
        />
      </Link>
      <Text mt="lg" mb="xs" c="var(--lm-text2)">
        Select one of the sample projects to start your work.
      </Text>
      <ul className={css.samples}>
        {samples.map(({ kind, title: name, text, picture }) => (
          <li key={kind}>
            <UnstyledButton className={css.item} disabled={creation.isPending} onClick={() => creation.mutate(kind)}>
              <Item picture={<img src={picture} alt="" />} title={name} text={text} holds={sampleContents[kind]} />
              {creation.isPending && creation.variables === kind && <Loader size="sm" aria-label="Adding" />}
            </UnstyledButton>
          </li>
        ))}
      </ul>
      <Text mt="md" size="sm" c="var(--lm-text2)">
        Their images are drawn by the server, not recorded. The first are there after a minute, a whole slide after some
        minutes.
      </Text>
    </Dialog>
  )
}

export default AddProjectDialog
