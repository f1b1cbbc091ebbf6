import { InfoBar, PageTitle } from '@lamella/shared/ui'
import { Button, Card, Title } from '@mantine/core'
import { Link } from 'react-router-dom'
import { useNotAvailableText } from '../../lib/use-not-available-text.ts'
import css from './new-training-page.module.css'

const steps = [
  {
    name: 'Create a project',
    text: 'A project holds the images that an application will learn from, and the people who work on them.',
    action: 'New project',
    to: '/projects/new',
  },
  {
    name: 'Upload images',
    text: 'Images are stored once. A training will use them as they are.',
    action: 'Image Upload',
    to: '/datastorage/upload',
  },
  {
    name: 'Analyse images with the existing applications',
    text: 'Open a project and choose Image Analysis: counts and measurements need no training.',
    action: 'Projects',
    to: '/projects',
  },
] as const

/** Explains that no training can be started yet and what can be prepared for one. */
const NewTrainingPage = () => {
  const notAvailableText = useNotAvailableText()
  return (
    <>
      <PageTitle title="New Training" />
      <InfoBar>{notAvailableText}</InfoBar>
      <Card>
        <Title order={2} size="h3">
          What you can prepare
        </Title>
        <ol className={css.steps}>
          {steps.map(({ name, text, action, to }) => (
            <li key={to} className={css.step}>
              <div className={css.words}>
                <div className={css.name}>{name}</div>
                <div className={css.text}>{text}</div>
              </div>
              <Button component={Link} to={to} variant="default">
                {action}
              </Button>
            </li>
          ))}
        </ol>
      </Card>
    </>
  )
}

export default NewTrainingPage
