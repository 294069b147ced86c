//! The colours of a picture, light or dark.

/// Colours, each as SVG writes it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Theme {
    /// Behind everything.
    pub(super) ground: &'static str,
    /// Text and axes.
    pub(super) ink: &'static str,
    /// Remarks, and lines that only connect.
    pub(super) faint: &'static str,
    /// Curves, steps and winning places.
    pub(super) main: &'static str,
    /// The area below a curve, and the places that a piece may have.
    pub(super) area: &'static str,
    /// What is to be seen first: maxima, P-positions and single places.
    pub(super) accent: &'static str,
    /// The colours between which the shades of a scale lie, as red, green and blue.
    pub(super) scale: [[u8; 3]; 2],
}

/// Readable in print, and in grey.
const LIGHT: Theme = Theme {
    ground: "#ffffff",
    ink: "#1c1c1c",
    faint: "#b4bac4",
    main: "#2b5480",
    area: "#e4e9f0",
    accent: "#b71c1c",
    scale: [[0xe9, 0xee, 0xf4], [0x00, 0x14, 0x44]],
};

const DARK: Theme = Theme {
    ground: "#15181d",
    ink: "#e4e6ea",
    faint: "#535c69",
    main: "#86b3e3",
    area: "#243242",
    accent: "#ff6a5c",
    scale: [[0x20, 0x29, 0x35], [0xe8, 0xf4, 0xff]],
};

impl Theme {
    pub(super) fn of(dark: bool) -> Self {
        if dark { DARK } else { LIGHT }
    }

    /// The colour of the part `share` of the scale, from 0 to 1.
    pub(super) fn shade(&self, share: f64) -> String {
        let [low, high] = self.scale;
        // between two bytes
        let mixed = |index: usize| {
            let [low, high] = [low[index], high[index]].map(f64::from);
            (low + (high - low) * share.clamp(0.0, 1.0)).round() as u8
        };
        format!("#{:02x}{:02x}{:02x}", mixed(0), mixed(1), mixed(2))
    }
}
