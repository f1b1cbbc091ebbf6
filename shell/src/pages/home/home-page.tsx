import { runtimeConfigAtom } from '@lamella/shared/session'
import { Button, Title } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { Link } from 'react-router-dom'
import picture from '../../assets/pictures/home.webp'
import css from './home-page.module.css'

/** Landing page (D1-2.2-01). */
export const HomePage = () => {
  const { name } = useAtomValue(runtimeConfigAtom).product
  return (
    <div className={css.page}>
      <div className={css.words}>
        <Title order={1} tabIndex={-1} className={css.title}>
          Keep, annotate and measure your microscopy images
        </Title>
        <p className={css.text}>
          {name} shows whole slides and multichannel images of any size in the browser, counts what is in them and
          records how every result was made.
        </p>
        <Button component={Link} to="/auth/login" size="md">
          Get started
        </Button>
      </div>
      <img className={css.picture} src={picture} alt="" />
    </div>
  )
}
