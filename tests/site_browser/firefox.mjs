// The page in Firefox, driven over WebDriver BiDi: it opens, an edit changes a figure, every tab answers, the way back keeps.
// What was seen is printed as JSON. PUPPETEER is the folder in which puppeteer-core is installed.
import { createRequire } from "node:module";

const { default: puppeteer } = await import(createRequire(`${process.env.PUPPETEER}/`).resolve("puppeteer-core"));
const [home] = process.argv.slice(2);
const firefox = await puppeteer.launch({ browser: "firefox", executablePath: process.env.FIREFOX, timeout: 120_000, protocolTimeout: 180_000 });
const seen = { errors: [] };
try {
  const page = await firefox.newPage();
  page.setDefaultTimeout(120_000);
  page.on("pageerror", (error) => seen.errors.push(error.message));
  const text = async (place) => (await page.waitForSelector(place)).evaluate((one) => one.textContent);
  const until = async (place, wanted, tries = 300) => {
    const found = await text(place);
    if (found === wanted || !tries) return found;
    await new Promise((later) => setTimeout(later, 200));
    return until(place, wanted, tries - 1);
  };
  const tab = (name) => page.locator(`#tab-${name}`).click();

  await page.goto(`${home}#game=crown-melbourne`);
  await page.waitForSelector("html[data-python=ready]");
  await page.locator('[data-key="pay_tables pair_plus A flush"]').fill("3");
  await page.keyboard.press("Enter");
  seen.exact = await until("[data-wager=pair_plus] .exact", "402/5525");

  await tab("hand");
  for (const card of ["Qs", "6h", "4d"]) await page.locator(`[data-card="${card}"]`).click();
  seen.decision = await until(".decision", "play");
  await tab("jackpot");
  seen.meter = await text("#worth .card:last-child .edge");
  await tab("session");
  await page.waitForSelector("#evening table");
  await tab("audit");
  await page.waitForSelector(".claim");
  await page.goBack();
  await page.goBack();
  await page.goBack();
  seen.back = await until(".decision", "play");
  await tab("rules");
  seen.rules = (await text("#rules td")) !== "";
} finally {
  await firefox.close();
}
console.log(JSON.stringify(seen));
