/** All global styles. Only the shell imports this file; remotes ship the CSS modules of the components they use. */
import '@mantine/core/styles.layer.css'
import 'mantine-datatable/styles.layer.css'
import './theme/inter.css'
import './theme/global.css'
