// What the tests ask inside the page. Each of these is sent to the browser as it stands, so it uses nothing from outside.

export function foundInside() {
  const strange = 'script,img,iframe,object,embed,link,base,form,input,audio,video,use,image,animate,foreignObject';
  const names = [...document.querySelectorAll('*')].flatMap(({ attributes }) =>
    [...attributes].map(({ name }) => name),
  );
  const links = [...document.querySelectorAll('a')].map((a) => a.getAttribute('href') ?? '');
  for (const mark of document.querySelectorAll('.sheet a')) mark.focus();
  for (const folded of document.querySelectorAll('details')) folded.open = true;
  return {
    owned: 'owned' in window,
    strange: [...document.querySelectorAll(strange)].map(({ outerHTML }) => outerHTML),
    handlers: names.filter((name) => /^on|^style$/.test(name)),
    links: links.filter((href) => !/^(#f\d+$|https?:\/\/)/.test(href)),
    styles: document.querySelectorAll('style').length,
    path: location.pathname,
  };
}

export function focusedMark() {
  const tips = [...document.querySelectorAll('.tip')].filter((tip) => getComputedStyle(tip).visibility === 'visible');
  return {
    href: document.activeElement?.closest('.sheet a')?.getAttribute('href') ?? undefined,
    tips: tips.map(({ textContent }) => textContent ?? ''),
  };
}

export function overflow() {
  const texts = [...document.querySelectorAll('.sheet text')].filter((text) => text.getClientRects().length > 0);
  const cut = texts.filter((text) => {
    const sheet = text.ownerSVGElement.getBoundingClientRect();
    const { left, right } = text.getBoundingClientRect();
    return left < sheet.left - 1 || right > sheet.right + 1;
  });
  return { width: document.documentElement.scrollWidth, cut: cut.map(({ textContent }) => textContent) };
}

export function structure() {
  const count = (selector) => document.querySelectorAll(selector).length;
  const reachable = [...document.querySelectorAll('a,summary,[tabindex]')];
  const labelled = [...document.querySelectorAll('[aria-labelledby]')];
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  return {
    lang: document.documentElement.lang,
    landmarks: ['header', 'main', 'footer'].map((tag) => count(`body > ${tag}`)),
    titles: count('h1'),
    deeper: count('h3,h4,h5,h6'),
    repeated: ids.filter((id, i) => ids.indexOf(id) !== i),
    nameless: reachable.filter((one) => !(one.getAttribute('aria-label') ?? one.textContent).trim()).length,
    dangling: labelled.filter((one) => !document.getElementById(one.getAttribute('aria-labelledby'))).length,
  };
}

export function ground() {
  return getComputedStyle(document.body).backgroundColor;
}

export function targetId() {
  return document.querySelector(':target')?.id;
}

export function readText() {
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden does not count.
  return document.body.innerText.replace(/\s+/g, ' ');
}
