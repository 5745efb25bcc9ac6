import "@fontsource-variable/fraunces/wght.css";
import "@fontsource/atkinson-hyperlegible-next/400.css";
import "@fontsource/atkinson-hyperlegible-next/700.css";
import "./app.css";
import { mount } from "svelte";
import { catalogue } from "$app/catalogue";
import { preferred, words } from "$app/i18n.svelte";
import { me } from "$app/me.svelte";
import { router } from "$app/router.svelte";
import { settings } from "$app/settings.svelte";
import { update } from "$connection/update.svelte";
import App from "./App.svelte";
import { pages } from "./pages";

settings.start();
router.start();
update.start(import.meta.url);
const target = document.getElementById("app");
if (target) {
  const spoken = words.choose(preferred(localStorage.getItem("language"), navigator.languages));
  // Loads in parallel with the words; the frame says if it fails.
  pages[router.route.page]().catch(() => {});
  if (router.route.page === "shelf") catalogue().catch(() => {});
  await Promise.all([spoken, me.load()]);
  mount(App, { target });
}
